import { useRead } from '../../../shared/data/read.ts'
import type { TextFile } from '../language/protocol.ts'
import { ExamplesOutcome } from '../rules/ExamplesOutcome.tsx'
import { isRuleset, nearestFirst } from '../rules/is-ruleset.ts'
import { tryExamples } from '../rules/queries.ts'
import { textsOf } from '../rules/texts.ts'

interface Props {
  projectId: number
  published: () => Promise<readonly TextFile[]>
}

/** Of a style guide that is to be released: whether its rules hold their examples. */
export function ReleasedExamples({ projectId, published }: Props) {
  const { data } = useRead({
    key: ['released-examples', { projectId }],
    read: async () => {
      const texts = await published()
      const ruleset = rulesetOf(texts)
      if (ruleset === null) return null
      return (await tryExamples(projectId, ruleset, textsOf(ruleset, texts).files)).examples
    },
    staleTime: 0,
  })
  return data && data.tried + data.failed.length > 0 ? <ExamplesOutcome examples={data} /> : null
}

/** The one nearest to the root, which is what a release keeps. */
function rulesetOf(texts: readonly TextFile[]): string | null {
  const [first] = texts
    .map(({ path }) => path)
    .filter(isRuleset)
    .sort(nearestFirst)
  return first ?? null
}
