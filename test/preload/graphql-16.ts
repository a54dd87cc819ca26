import { registerHooks } from 'node:module'

/** Gives a program that knows graphql up to 16 that version, wherever it asks for `graphql`. */
registerHooks({
  resolve: (name, context, next) => next(name.replace(/^graphql(?=\/|$)/, 'graphql-16'), context),
})
