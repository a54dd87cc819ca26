import type { Context } from '../../context.ts'
import { createStage } from '../../resources/stages/changes.ts'
import { textOf } from './draft.ts'
import { choices, namedSo, plain } from './names.ts'
import type { Reader, Run } from './run.ts'

/** Lifecycle stages, and the pipelines and stages of deals, by name. */

const advice = (run: Run, name: string, among: string) =>
  `names no stage here ("${name.slice(0, 100)}"); there are ${among}. Say which is meant (--stage "${name.slice(0, 100)}=…")${run.createStages ? '' : ', or add --create-stages'}`

/** The name that a stage has here, where it was told. */
const here = ({ stages }: Run, name: string): string => stages.get(plain(name)) ?? name

export async function putStage(reader: Reader): Promise<void> {
  const { ctx, row, run, names } = reader
  const [piece] = row.pieces('stage')
  if (!piece) return
  const name = here(run, textOf(piece.cell))
  const stage = namedSo(names.stages, name)[0] ?? (run.createStages ? await newStage(ctx, reader, name) : undefined)
  if (stage) row.put('stageId', stage.id, piece.heading)
  else row.refuse(piece.heading, advice(run, name, choices(names.stages)))
}

async function newStage(ctx: Context, { names }: Reader, name: string): Promise<{ id: string; name: string }> {
  const { id } = await createStage(ctx, { name })
  names.stages.push({ id, name })
  return { id, name }
}

/** Puts the pipeline and the stage of a deal. Another program's "won" and "lost" are our stages of that type. */
export async function putPlace(reader: Reader, current?: { pipelineId: string }): Promise<void> {
  const { row, run, names } = reader
  const [pipelineCell] = row.pieces('pipeline')
  const [stageCell] = row.pieces('stage')
  const wanted = pipelineCell ? textOf(pipelineCell.cell) : run.pipeline
  const named = wanted === undefined ? undefined : namedSo(names.pipelines, wanted)[0]
  if (wanted !== undefined && !named) {
    const asked = `names no pipeline here ("${wanted.slice(0, 100)}"); there are ${choices(names.pipelines)}`
    return row.refuse(pipelineCell?.heading ?? '--pipeline', `${asked}. Leave the column out (--map "${pipelineCell?.heading}=") and name one with --pipeline`)
  }
  const pipeline = named?.id ?? current?.pipelineId ?? names.pipelines[0]?.id
  if (!pipeline) return row.refuse(pipelineCell?.heading ?? 'pipeline', 'is needed, but there is no pipeline here: create one first')
  if (pipelineCell) row.put('pipelineId', pipeline, pipelineCell.heading)
  else row.draft.onCreate['pipelineId'] = pipeline
  const stages = names.pipelineStages.filter((stage) => stage.pipelineId === pipeline)
  const ended = endOf(reader)
  const name =
    stageCell &&
    here(
      run,
      textOf(stageCell.cell).replace(/ \([^()]*\)$/, (all) => (namedSo(stages, textOf(stageCell.cell)).length > 0 ? all : '')),
    )
  const stage =
    (ended && stages.find(({ type }) => type === ended.type)) ?? (name !== undefined ? (namedSo(stages, name)[0] ?? closing(stages, name)) : undefined)
  if (stage) row.put('stageId', stage.id, (ended ?? stageCell)?.heading ?? '')
  else if (stageCell && name !== undefined) row.refuse(stageCell.heading, advice({ ...run, createStages: true }, name, choices(stages)))
}

/** Programs that keep apart where a deal stands and how it ended. */
function endOf({ row }: Reader): { type: string; heading: string } | undefined {
  const [piece] = row.pieces('status')
  const type = piece && /^(won|lost)$/.exec(textOf(piece.cell).toLowerCase())?.[1]
  return piece && type ? { type, heading: piece.heading } : undefined
}

/** `Closed Won` and `closedlost` are what the only stage of that type is. */
function closing<S extends { type: string }>(stages: readonly S[], name: string): S | undefined {
  const type = /^closed(won|lost)$/.exec(plain(name))?.[1]
  const those = stages.filter((stage) => stage.type === type)
  return those.length === 1 ? those[0] : undefined
}
