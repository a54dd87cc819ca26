import { builder, idSchema, limits, needs, versionArgs } from '../../graphql/schema/builder.ts'
import { addPersonCollaborators, removePersonCollaborators } from './collaborators.ts'
import { Person } from './graphql.ts'

builder.mutationFields((t) => {
  const id = t.arg.id({ required: true, description: "The person's id.", extensions: idSchema })
  const userIds = t.arg.idList({
    required: true,
    description: '1 to 100 ids of users.',
    extensions: limits({ type: 'array', minItems: 1, maxItems: 100 }),
  })
  const common = {
    type: Person,
    nullable: true,
    extensions: needs('people.edit'),
    args: { id, ...versionArgs(t), userIds },
  } as const
  return {
    addPersonCollaborators: t.field({
      ...common,
      description:
        'Makes users collaborators of a person, so that they see the person and, as far as their role goes, change them; those who are already are left alone. Errors: NOT_FOUND, FORBIDDEN, VALIDATION_ERROR for an unknown user.',
      resolve: (_, args, ctx) => addPersonCollaborators(ctx, args.id, args.userIds),
    }),
    removePersonCollaborators: t.field({
      ...common,
      description:
        'Takes collaborators off a person; users who are none are ignored. Errors: NOT_FOUND, FORBIDDEN, VALIDATION_ERROR for an unknown user.',
      resolve: (_, args, ctx) => removePersonCollaborators(ctx, args.id, args.userIds),
    }),
  }
})
