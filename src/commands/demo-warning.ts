import { isLoopback, type Settings } from '../settings.ts'

/** The finding about a demo company in the database, and the remedy. */
export function demoWarning(
  { DEMO, HOST, TRUSTED_PROXIES }: Settings,
  companies: readonly { name: string }[],
): { finding: string; advice: string } | undefined {
  if (companies.length === 0) return undefined
  const here = `the demo company ${companies.map(({ name }) => name).join(', ')} is in this database`
  if (!DEMO)
    return {
      finding: `${here}; its API keys are refused, as DEMO is false`,
      advice: '"dealgraph demo remove" removes it.',
    }
  if (isLoopback(HOST) && TRUSTED_PROXIES.length === 0) return undefined
  return {
    finding: `${here}, its API keys work, and other machines may reach this server`,
    advice: 'Set DEMO=false; "dealgraph demo remove" removes it.',
  }
}
