import { DoesNotFit } from '../../../../editing/documents/bounded.ts'
import { documentOf, textOf } from '../../../../editing/documents/state.ts'
import { gunzip } from '../../_shared/http/gzip.ts'
import type { Parts, Together } from './types.ts'

/** The text of a document. */
export async function putTogether({ snapshot, updates }: Parts): Promise<Together> {
  try {
    return textOf(documentOf(await gunzip(snapshot), updates))
  } catch (error) {
    if (error instanceof DoesNotFit) return null
    throw error
  }
}
