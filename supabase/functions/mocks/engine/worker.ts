// The engine in a worker without net, files or environment, which ends with a request that takes too long.
import '../../_shared/lanes/alone.ts'
import { serve } from '../../_shared/lanes/serve.ts'
import { Kept } from '../model/kept.ts'
import { answerOf, prepare } from './mock.ts'
import type { SafeOperation } from './safe-operation.ts'
import type { Job } from './types.ts'

const prepared = new Kept<SafeOperation>(200)

serve(({ digest, text, request, wanted }: Job) => {
  const operation = prepared.get(digest) ?? prepare(text)
  prepared.set(digest, operation)
  return answerOf(operation, request, wanted)
})
