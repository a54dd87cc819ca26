/** A single-page application that signs in with an OpenID provider and calls the API by token. */
import { StrictMode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { request } from './api.ts'
import { Board } from './Board.tsx'
import { People } from './People.tsx'
import { finishSignIn, isSignedIn, signIn, signOut } from './sign-in.ts'

type StartData = { me: { fullName: string }; pipelines: { nodes: { id: string }[] } }

function Home() {
  const [data, setData] = useState<StartData>()
  const [error, setError] = useState<Error>()
  useEffect(() => {
    const query = '{ me { fullName } pipelines(first: 1) { nodes { id } } }'
    void request<StartData>(query).then(setData, setError)
  }, [])
  const pipeline = data?.pipelines.nodes[0]
  return (
    <>
      <h1>{data?.me.fullName}</h1>
      <button type="button" onClick={signOut}>
        Sign out
      </button>
      {error && <p role="alert">{error.message}</p>}
      <People onError={setError} />
      {pipeline && <Board id={pipeline.id} onError={setError} />}
    </>
  )
}

const signInError: Error | undefined = await finishSignIn().catch((error) => error)
const signInButton = (
  <button type="button" onClick={() => void signIn()}>
    {signInError ? `${signInError.message}: try again` : 'Sign in'}
  </button>
)
const root = document.getElementById('root')
if (root) createRoot(root).render(<StrictMode>{isSignedIn() ? <Home /> : signInButton}</StrictMode>)
