import type { Context } from '../../context.ts'
import { createStage } from '../../resources/stages/operations.ts'
import { textOf } from './draft.ts'
import { choices, namedSo, plain } from './names.ts'
import type { Reader, Run } from './run.ts'

/** Lifecycle stages, and the pipelines and stages of deals, by name. */

const advice = (name: string, there: readonly { id: string; name: string }[]) =>
  `names no stage here ("${name.slice(0, 100)}"); there are ${choices(there)}. Say which is meant (--stage "${name.slice(0, 100)}=…")`

/** The name that a stage has here, where it was told. */
const here = ({ stages }: Run, name: string): string => stages.get(plain(name)) ?? name

export async function putStage(reader: Reader): Promise<void> {
  const { ctx, row, run, names } = reader
  const [piece] = row.pieces('stage')
  if (!piece) return
  const name = here(run, textOf(piece.cell))
  const stage =
    namedSo(names.stages, name)[0] ??
    (run.createStages ? await newStage(ctx, reader, name) : undefined)
  if (stage) row.put('stageId', stage.id, piece.heading)
  else
    row.leaveOut(piece.heading, `${advice(name, names.stages)}, or add --create-stages`, piece.cell)
}

async function newStage(
  ctx: Context,
  { names }: Reader,
  name: string,
): Promise<{ id: string; name: string }> {
  const { id } = await createStage(ctx, { name })
  names.stages.push({ id, name })
  return { id, name }
}

/** Puts the pipeline and the stage of a deal. @param current the deal, where it is there already */
export function putPlace(reader: Reader, current?: { pipelineId: string }): void {
  const { row, names } = reader
  const pipelineId = putPipeline(reader, current)
  if (pipelineId === undefined) return
  const stages = names.pipelineStages.filter((stage) => stage.pipelineId === pipelineId)
  const [cell] = row.pieces('stage')
  const ended = endOf(reader)
  const end = ended && stages.find(({ type }) => type === ended.type)
  const stage = end ?? (cell && stageOf(reader, stages, textOf(cell.cell)))
  const heading = (end ? ended : cell)?.heading ?? ''
  if (stage) row.put('stageId', stage.id, heading)
  else if (cell) row.leaveOut(heading, advice(textOf(cell.cell), stages), cell.cell)
}

/**
 * A deal that is there stays in its pipeline, and a new one is put into the first, unless something
 * else is said.
 */
function putPipeline(
  { row, run, names }: Reader,
  current?: { pipelineId: string },
): string | undefined {
  const [cell] = row.pieces('pipeline')
  const name = cell ? textOf(cell.cell) : current ? undefined : run.pipeline
  const named = name === undefined ? undefined : namedSo(names.pipelines, name)[0]
  if (cell && !named) {
    const instead = `Leave the column out (--map "${cell.heading}="), and name one with --pipeline`
    row.refuse(
      cell.heading,
      `names no pipeline here ("${textOf(cell.cell).slice(0, 100)}"); there are ${choices(names.pipelines)}. ${instead}`,
    )
    return undefined
  }
  const pipelineId = named?.id ?? current?.pipelineId ?? names.pipelines[0]?.id
  if (pipelineId === undefined)
    row.refuse('pipeline', 'is needed, but there is none here: create one first')
  else if (cell) row.put('pipelineId', pipelineId, cell.heading)
  else row.draft.onCreate['pipelineId'] = pipelineId
  return pipelineId
}

type Stage = Reader['names']['pipelineStages'][number]

/**
 * HubSpot writes the pipeline behind the stage: `Proposal (Sales)`. Its "closed won", and others',
 * is our only stage of that type.
 */
function stageOf({ run }: Reader, stages: readonly Stage[], text: string): Stage | undefined {
  const find = (name: string) => namedSo(stages, here(run, name))[0] ?? closing(stages, name)
  return find(text) ?? find(text.replace(/ \([^()]*\)$/, ''))
}

/**
 * Some programs keep apart where a deal stands and how it ended; our stages of type won and lost
 * say both.
 */
function endOf({ row }: Reader): { type: string; heading: string } | undefined {
  const [piece] = row.pieces('status')
  const type = piece && /^(won|lost)$/.exec(textOf(piece.cell).toLowerCase())?.[1]
  return piece && type ? { type, heading: piece.heading } : undefined
}

/** `Closed Won` and `closedlost` are what the only stage of that type is. */
function closing(stages: readonly Stage[], name: string): Stage | undefined {
  const type = /^closed(won|lost)$/.exec(plain(name))?.[1]
  const those = stages.filter((stage) => stage.type === type)
  return those.length === 1 ? those[0] : undefined
}
