// What events of proposals say, after the actor's name.
import { paths } from '../../shared/config/paths.ts'
import { type Facts, type Part, textAt } from './part.ts'

function proposal(facts: Facts): Part {
  const [name, slug, branch] = [textAt(facts, 'title'), textAt(facts, 'slug'), textAt(facts, 'branch_slug')]
  if (!slug || !branch) return { name }
  const to = `${paths.proposal(slug, branch)}?proposal=${Number(facts.proposal_id)}`
  return { name, to, object: `project:${facts.project_id}` }
}

const of = (verb: string) => (facts: Facts) => [
  `${verb} the proposal `,
  proposal(facts),
  ' of the project ',
  { name: textAt(facts, 'project') },
]

/** Type → sentence. */
export const proposalSentences: Record<string, (facts: Facts) => Part[]> = {
  'project.proposal.opened': of('opened'),
  'project.proposal.reopened': of('opened again'),
  'project.proposal.closed': of('closed'),
  'project.proposal.merged': of('merged'),
  'project.proposal.approved': of('approved'),
  'project.proposal.changes_requested': of('requested changes of'),
  'group.reviewers_set': (facts) => [
    `set that proposals in the group `,
    { name: textAt(facts, 'group') },
    facts.approvals === 0 ? ' need no approval of ' : ` need so many approvals (${facts.approvals}) of `,
    { name: textAt(facts, 'team') },
  ],
}
