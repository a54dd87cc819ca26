import type { Chapter } from './chapter.ts'
import { basics } from './chapters-basics.ts'
import { promises } from './chapters-promises.ts'
import { webhooks } from './chapters-webhooks.ts'

/** What holds for all calls, in the order in which it is read. */
export const chapters: Chapter[] = [...basics, ...promises, webhooks]
