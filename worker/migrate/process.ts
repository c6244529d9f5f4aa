// The process of one conversion: what somebody wrote at Postman can take all the time and memory there is.
import { CollectionError, descriptionOf } from '../../analysis/convert/collection.ts'
import { serveParent } from '../analyze/serve-parent.ts'
import type { ConversionOutcome, ConversionWork } from './protocol.ts'

serveParent(async ({ path, text }: ConversionWork): Promise<ConversionOutcome> => {
  try {
    const description = descriptionOf(path, text)
    return description === null
      ? { kind: 'refused', message: 'This is no Postman collection of version 2.' }
      : { kind: 'done', description }
  } catch (error) {
    if (error instanceof CollectionError) return { kind: 'refused', message: error.message }
    throw error
  }
})
