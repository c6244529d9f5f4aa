// The process of the drafts of an export, one after the other: what people send to a document may be made to exhaust whoever
// puts it together, or to keep them for ever.
import { type Client, escapeLiteral } from 'pg'
import { DescriptionError } from '../../analysis/errors.ts'
import { keepServingParent } from '../analyze/serve-parent.ts'
import { typedDocument } from '../analyze/working-copy.ts'
import { openDatabase } from '../process-database.ts'
import type { DraftOutcome, DraftRequest } from './protocol.ts'

let connection: Promise<Client> | undefined

keepServingParent(perform)

async function perform({ dbUrl, document, snapshot }: DraftRequest): Promise<DraftOutcome> {
  connection ??= openDatabase(dbUrl, 'waymark-draft')
  const db = await connection
  await db.query('begin isolation level repeatable read read only')
  try {
    await db.query(`set transaction snapshot ${escapeLiteral(snapshot)}`)
    return { kind: 'read', bytes: (await typedDocument(db, document)).toString('base64') }
  } catch (error) {
    if (error instanceof DescriptionError) return { kind: 'unreadable', reason: error.message }
    throw error
  } finally {
    await db.query('rollback')
  }
}
