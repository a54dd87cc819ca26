import { defineConfig } from 'vitest/config'

export default defineConfig({
  // Without these conditions a test that imports `graphql` would get a second copy of it.
  ssr: { resolve: { conditions: ['module-sync', 'node'] } },
  test: { include: ['test/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 60_000, maxWorkers: 2 },
})
