import { useEffect, useState } from 'react'
import { request } from './api.ts'

interface Page {
  nodes: { id: string; fullName: string }[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
}

const peopleQuery = `query ListPeople($after: String) {
  people(first: 10, after: $after) { nodes { id fullName } pageInfo { hasNextPage endCursor } }
}`
const loadPeople = (after?: string | null) => request<{ people: Page }>(peopleQuery, { after })

export function People({ onError }: { onError: (error: Error) => void }) {
  const [pages, setPages] = useState<Page[]>([])
  useEffect(() => {
    loadPeople().then(({ people }) => setPages([people]), onError)
  }, [onError])

  const { hasNextPage, endCursor } = pages.at(-1)?.pageInfo ?? {}
  const loadMore = () =>
    loadPeople(endCursor).then(({ people }) => setPages([...pages, people]), onError)
  const people = pages.flatMap(({ nodes }) => nodes)
  return (
    <section aria-label="People">
      <ul>
        {people.map(({ id, fullName }) => (
          <li key={id}>{fullName}</li>
        ))}
      </ul>
      {hasNextPage && (
        <button type="button" onClick={() => void loadMore()}>
          Load more
        </button>
      )}
    </section>
  )
}
