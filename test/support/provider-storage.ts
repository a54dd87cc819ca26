import type { Adapter, AdapterPayload } from 'oidc-provider'

/**
 * Creates in-memory storage for the records of a provider. The storage keeps the records when the
 * provider's keys are rotated.
 */
export function createProviderStorage(): (kind: string) => Adapter {
  const records = new Map<string, AdapterPayload>()
  const findBy = (kind: string, field: 'uid' | 'userCode', value: string) =>
    [...records].find(([key, record]) => key.startsWith(`${kind}:`) && record[field] === value)?.[1]
  return (kind) => ({
    find: async (id) => records.get(`${kind}:${id}`),
    findByUid: async (uid) => findBy(kind, 'uid', uid),
    findByUserCode: async (userCode) => findBy(kind, 'userCode', userCode),
    upsert: async (id, record) => void records.set(`${kind}:${id}`, record),
    destroy: async (id) => void records.delete(`${kind}:${id}`),
    consume: async (id) => {
      const record = records.get(`${kind}:${id}`)
      if (record) record.consumed = Math.floor(Date.now() / 1000)
    },
    revokeByGrantId: async (grantId) => {
      for (const [key, record] of records) if (record.grantId === grantId) records.delete(key)
    },
  })
}
