import { extname } from 'node:path'
import { OperatorError } from '../../store/faults.ts'
import { beginningOf, type Examined } from './bytes.ts'
import { csvSource } from './csv.ts'
import { jsonlSource } from './jsonl.ts'
import type { Source } from './source.ts'
import { vcardSource } from './vcard.ts'

/**
 * Reads a file as what it is: by the ending of its name, or where that says nothing by how it
 * begins. @throws OperatorError for what is none of these
 */
export async function openSource(path: string, name: string, examined: Examined): Promise<Source> {
  const ending = extname(name).toLowerCase()
  const beginning = ['.csv', '.tsv'].includes(ending)
    ? ''
    : (await beginningOf(path, examined.encoding)).replace(/^\uFEFF/, '').trimStart()
  if (beginning.startsWith('PK\x03\x04') || ['.xlsx', '.xls', '.ods', '.numbers'].includes(ending))
    throw new OperatorError(`${name} is a spreadsheet: open it there, and save it as CSV.`)
  if (['.vcf', '.vcard'].includes(ending) || /^BEGIN:VCARD\s/i.test(beginning))
    return vcardSource(path, examined)
  if (['.jsonl', '.ndjson'].includes(ending) || beginning.startsWith('{'))
    return jsonlSource(path, examined)
  return csvSource(path, examined)
}
