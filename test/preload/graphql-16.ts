import { registerHooks } from 'node:module'

/** Replaces `graphql` with version 16 for programs that do not support later versions. */
registerHooks({
  resolve: (name, context, next) => next(name.replace(/^graphql(?=\/|$)/, 'graphql-16'), context),
})
