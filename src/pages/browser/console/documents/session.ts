import { operation } from '../ask.ts'

export interface Me {
  id: string
  fullName: string
  email: string
  role: string
  roleName: string
  companyName: string
}

export const WhoAmI = operation<{ me: Me }>(/* GraphQL */ `
  query WhoAmI { me { id fullName email role roleName companyName } }
`)

interface OwnKey {
  id: string
  prefix: string
  lastFour: string
  scopes: string[] | null
}

export const OwnKeys = operation<
  { apiKeys: { nodes: OwnKey[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } } },
  { userId: string; after?: string | null | undefined }
>(/* GraphQL */ `
  query OwnKeys($userId: ID!, $after: String) {
    apiKeys(first: 100, after: $after, where: { userId: $userId, revoked: false }) {
      nodes { id prefix lastFour scopes }
      pageInfo { hasNextPage endCursor }
    }
  }
`)
