/** The read handlers of the baseline server, with as few prepared statements as possible. */
import type Database from 'better-sqlite3'

type Row = Record<string, unknown> & { id: string; personId: string }

export function createReadHandlers(db: Database.Database, companyId: string) {
  // With a plus sign before each parameter, SQLite does not plan a statement with ORDER BY again
  // for each bound value.
  const prepare = (sql: string) => db.prepare<unknown[], Row>(sql.replace(/\?|@\w+/g, '+$&'))
  const personSql = `SELECT p.id, p.firstName, p.lastName, trim(p.firstName || ' ' || p.lastName) AS fullName, p.createdAt, p.assignedAgentId,
    trim(u.firstName || ' ' || u.lastName) AS assignedAgentName, p.stageId, s.name AS stageName, p.source, p.price, p.updatedAt,
    u.email AS assignedAgentEmail, p.timeframe, p.background, p.relationship
    FROM people p LEFT JOIN users u ON u.companyId = p.companyId AND u.id = p.assignedAgentId
    LEFT JOIN stages s ON s.companyId = p.companyId AND s.id = p.stageId WHERE p.companyId = ?`
  const personStatement = prepare(`${personSql} AND p.id = ?`)
  const pageStatement = prepare(
    `${personSql} AND p.trashedAt IS NULL AND p.id < ? ORDER BY p.id DESC LIMIT ?`,
  )
  const fieldStatement = prepare(
    "SELECT id, key FROM customFields WHERE companyId = ? AND deletedAt IS NULL AND recordKind = 'person'",
  )
  const prepareGrouped = (sql: string) => {
    const statement = prepare(sql)
    return (ids: string[]) =>
      Map.groupBy(statement.all(companyId, JSON.stringify(ids)), (row) => row.personId)
  }
  const personFilterSql = 'personId IN (SELECT value FROM json_each(?))'
  const loadEmails = prepareGrouped(
    `SELECT personId, value, type, isPrimary FROM personEmails WHERE companyId = ? AND ${personFilterSql} ORDER BY personId, position`,
  )
  const loadPhones = prepareGrouped(
    `SELECT personId, value, type, status, isPrimary, isBad FROM personPhones WHERE companyId = ? AND ${personFilterSql} ORDER BY personId, position`,
  )
  const loadTags =
    prepareGrouped(`SELECT t.personId, tags.id, tags.name FROM personTags t JOIN tags ON tags.companyId = t.companyId AND tags.id = t.tagId
    WHERE t.companyId = ? AND t.${personFilterSql} ORDER BY t.personId, t.position`)
  const externalIdStatement = prepare(
    'SELECT source, externalId FROM personExternalIds WHERE companyId = ? AND personId = ? ORDER BY source, externalId',
  )
  const prepareFirstFive = (columns: string, relationSql: string, idColumn: string) => {
    const statement =
      prepare(`SELECT parent.value AS personId, ${columns} FROM json_each(@ids) parent CROSS JOIN ${relationSql}
      AND ${idColumn} IN (SELECT ${idColumn} FROM ${relationSql} ORDER BY ${idColumn} DESC LIMIT 5) ORDER BY ${idColumn} DESC`)
    return (ids: string[]) =>
      Map.groupBy(
        statement.all({ company: companyId, ids: JSON.stringify(ids) }),
        (row) => row.personId,
      )
  }
  const loadDeals = prepareFirstFive(
    'd.id, d.title, d.price, d.stageId, (SELECT name FROM pipelineStages s WHERE s.companyId = @company AND s.id = d.stageId) AS stageName',
    'dealPeople l CROSS JOIN deals d WHERE l.companyId = @company AND l.personId = parent.value AND d.companyId = @company AND d.id = l.dealId',
    'd.id',
  )
  const loadTasks = prepareFirstFive(
    't.id, t.title, t.dueDate, t.completedAt',
    'tasks t WHERE t.companyId = @company AND t.personId = parent.value',
    't.id',
  )
  const loadActivities = prepareFirstFive(
    'a.id, a.type, a.content, a.createdAt',
    'activities a WHERE a.companyId = @company AND a.personId = parent.value',
    'a.id',
  )

  const convertFlags = <R extends Row>({ isPrimary, isBad, personId: _, ...rest }: R) => ({
    ...rest,
    isPrimary: isPrimary === 1,
    ...(isBad !== undefined && { isBad: isBad === 1 }),
  })
  const toEmail = ({ value, type, isPrimary }: Row) => ({ value, type, isPrimary: isPrimary === 1 })
  const toTag = ({ id, name }: Row) => ({ id, name })
  const toNodes = <T>(rows: Row[] | undefined, toNode: (row: Row) => T) => ({
    nodes: (rows ?? []).map(toNode),
  })

  const toListItem = (row: Row, children: ReturnType<typeof loadChildren>) => ({
    id: row.id,
    firstName: row['firstName'],
    lastName: row['lastName'],
    fullName: row['fullName'],
    createdAt: row['createdAt'],
    emails: (children.emails.get(row.id) ?? []).map(convertFlags),
    phones: (children.phones.get(row.id) ?? []).map(convertFlags),
    assignedAgentId: row['assignedAgentId'],
    assignedAgentName: row['assignedAgentName'],
    stageId: row['stageId'],
    stageName: row['stageName'],
    source: row['source'],
    tags: (children.tags.get(row.id) ?? []).map(({ name }) => name).join(', '),
    price: row['price'],
  })
  const loadChildren = (ids: string[]) => ({
    emails: loadEmails(ids),
    phones: loadPhones(ids),
    tags: loadTags(ids),
  })

  return {
    readPerson(id: string) {
      const row = personStatement.get(companyId, id)
      if (!row) return undefined
      return {
        ...toListItem(row, loadChildren([id])),
        updatedAt: row['updatedAt'],
        assignedAgentEmail: row['assignedAgentEmail'],
        timeframe: row['timeframe'],
        background: row['background'],
        relationship: row['relationship'] === null ? null : row['relationship'] === 1,
        customFields: Object.fromEntries(
          fieldStatement.all(companyId).map(({ key }) => [key, null]),
        ),
        externalIds: externalIdStatement.all(companyId, id),
      }
    },
    readPage(limit: number, cursor: string) {
      const rows = pageStatement.all(companyId, cursor, limit + 1)
      const pageRows = rows.slice(0, limit)
      const children = loadChildren(pageRows.map(({ id }) => id))
      return {
        rows: pageRows.map((row) => toListItem(row, children)),
        hasMore: rows.length > limit,
        lastId: pageRows.at(-1)?.id,
      }
    },
    readOnePerson(id: string) {
      const row = personStatement.get(companyId, id)
      if (!row) return null
      const children = loadChildren([id])
      return {
        id,
        fullName: row['fullName'],
        source: row['source'],
        price: row['price'],
        emails: (children.emails.get(id) ?? []).map(toEmail),
        phones: (children.phones.get(id) ?? []).map(({ value, type }) => ({ value, type })),
        tags: (children.tags.get(id) ?? []).map(toTag),
        assignee:
          row['assignedAgentId'] === null
            ? null
            : { id: row['assignedAgentId'], fullName: row['assignedAgentName'] },
        stage: { id: row['stageId'], name: row['stageName'] },
      }
    },
    readPeopleWithRelations(cursor: string) {
      const rows = pageStatement.all(companyId, cursor, 51)
      const pageRows = rows.slice(0, 50)
      const ids = pageRows.map(({ id }) => id)
      const relations = {
        emails: loadEmails(ids),
        tags: loadTags(ids),
        deals: loadDeals(ids),
        tasks: loadTasks(ids),
        activities: loadActivities(ids),
      }
      const people = pageRows.map((row) => ({
        id: row.id,
        fullName: row['fullName'],
        emails: (relations.emails.get(row.id) ?? []).map(toEmail),
        tags: (relations.tags.get(row.id) ?? []).map(toTag),
        assignee:
          row['assignedAgentId'] === null
            ? null
            : { id: row['assignedAgentId'], fullName: row['assignedAgentName'] },
        deals: toNodes(relations.deals.get(row.id), ({ id, title, price, stageId, stageName }) => ({
          id,
          title,
          price,
          stage: { id: stageId, name: stageName },
        })),
        tasks: toNodes(relations.tasks.get(row.id), ({ id, title, dueDate, completedAt }) => ({
          id,
          title,
          dueDate,
          completedAt,
        })),
        activities: toNodes(
          relations.activities.get(row.id),
          ({ id, type, content, createdAt }) => ({
            id,
            type,
            content,
            createdAt,
          }),
        ),
      }))
      return {
        nodes: people,
        pageInfo: { hasNextPage: rows.length > 50, endCursor: pageRows.at(-1)?.id ?? null },
      }
    },
  }
}
