// What events of tokens, repositories, sign-ins and the audit itself say.
import { type Facts, type Part, textAt } from './part.ts'

const called = (facts: Facts, key: string): Part => ({ name: textAt(facts, key) })
const ofProject = (facts: Facts): Part[] => [' of the project ', called(facts, 'project')]
const until = (facts: Facts) => ` until ${textAt(facts, 'until')}`
const times = (facts: Facts) =>
  typeof facts.times === 'number' ? ` ${facts.times.toLocaleString('en')} times` : ''

const isRecord = (value: unknown): value is Facts => typeof value === 'object' && value !== null

function fieldsOf({ changes }: Facts): string {
  const names = isRecord(changes) ? Object.keys(changes) : []
  return names.length > 0 ? `: ${names.map((name) => name.replaceAll('_', ' ')).join(', ')}` : ''
}

const hides: Record<string, string> = { true: 'hid from readers ', false: 'showed to readers ' }

/** What a field was changed to; undefined where it has none. */
function newOf({ changes }: Facts, field: string): unknown {
  return isRecord(changes) && isRecord(changes[field]) ? changes[field].new : undefined
}

const reasons: Record<string, string> = {
  wrong_password: 'a wrong password',
  locked: 'the workspace is locked',
}

const refusals: Record<string, string> = {
  locked: 'the workspace is locked',
  no_email: 'no verified email address came with it',
  not_registered: 'nobody invited this person',
  wrong_password: 'a wrong name or password',
  provider: 'the provider did not let them in',
  answer: 'what the provider answered was not accepted',
}

const refused = (facts: Facts): Part[] =>
  textAt(facts, 'user') ? ['refused a sign-in of ', called(facts, 'user')] : ['refused a sign-in']

/** Type → sentence, after the actor's name. */
export const auditSentences: Record<string, (facts: Facts) => Part[]> = {
  'workspace.sign_in.failed': (facts) => [
    ...refused(facts),
    `${times(facts)}: ${reasons[textAt(facts, 'reason')] ?? textAt(facts, 'reason').replaceAll('_', ' ')}`,
  ],
  'workspace.sign_in.refused': (facts) => [
    ...refused(facts),
    ' with ',
    called(facts, 'integration'),
    `${times(facts)}: ${refusals[textAt(facts, 'reason')] ?? textAt(facts, 'reason')}`,
  ],
  'workspace.agent.allowed': (facts) => [
    'let in the agent ',
    called(facts, 'agent'),
    ...(textAt(facts, 'host') ? [' of ', called(facts, 'host')] : []),
  ],
  'workspace.token.first_used': (facts) => [
    'let in the workspace token ',
    called(facts, 'token'),
    ' for the first time',
  ],
  'workspace.integration.secret_changed': (facts) => [
    `${textAt(facts, 'change') || 'changed'} the secret `,
    called(facts, 'secret'),
    ' of the integration ',
    called(facts, 'name'),
  ],
  'workspace.audit_token.created': (facts) => ['created the audit token ', called(facts, 'audit_token')],
  'workspace.audit_token.updated': (facts) => ['renamed the audit token ', called(facts, 'audit_token')],
  'workspace.audit_token.deleted': (facts) => ['revoked the audit token ', called(facts, 'audit_token')],
  'workspace.audit_token.first_used': (facts) => [
    'let in the audit token ',
    called(facts, 'token'),
    ' for the first time',
  ],
  'workspace.flag.changed': (facts) => [
    'changed the flag ',
    called(facts, 'flag'),
    ` from ${textAt(facts, 'old')} to ${textAt(facts, 'new')}`,
  ],
  'workspace.audit_webhook.set': (facts) => [
    'set the audit webhook to ',
    called(facts, 'host'),
    facts.other_address === true && facts.old === facts.host ? ', at another address there' : '',
    facts.new_secret === true ? ', with a new secret' : '',
  ],
  'workspace.audit_webhook.paused': (facts) => ['paused the audit webhook to ', called(facts, 'host')],
  'workspace.audit_webhook.removed': (facts) => ['removed the audit webhook to ', called(facts, 'host')],
  'project.ci_token.created': (facts) => ['created the CI token', ...ofProject(facts)],
  'project.ci_token.updated': (facts) => ['replaced the CI token', ...ofProject(facts)],
  'project.ci_token.deleted': (facts) => ['removed the CI token', ...ofProject(facts)],
  'project.ci_token.first_used': (facts) => [
    'let in the CI token',
    ...ofProject(facts),
    ' for the first time',
  ],
  'project.spectral_token.created': (facts) => ['created the ruleset token', ...ofProject(facts)],
  'project.spectral_token.updated': (facts) => ['replaced the ruleset token', ...ofProject(facts)],
  'project.spectral_token.deleted': (facts) => ['removed the ruleset token', ...ofProject(facts)],
  'project.spectral_token.first_used': (facts) => [
    'let in the ruleset token',
    ...ofProject(facts),
    ' for the first time',
  ],
  'project.service_account.created': (facts) => [
    'added the service account ',
    called(facts, 'name'),
    ...ofProject(facts),
  ],
  'project.service_account.updated': (facts) => [
    'changed the service account ',
    called(facts, 'name'),
    ...ofProject(facts),
    fieldsOf(facts),
  ],
  'project.service_account.deleted': (facts) => [
    'removed the service account ',
    called(facts, 'name'),
    ...ofProject(facts),
  ],
  'project.repository.created': (facts) => [
    'connected the repository ',
    called(facts, 'name'),
    ' to the project ',
    called(facts, 'project'),
  ],
  'project.repository.updated': (facts) => [
    'changed the repository ',
    called(facts, 'name'),
    ...ofProject(facts),
    fieldsOf(facts),
  ],
  'project.repository.deleted': (facts) => [
    'disconnected the repository ',
    called(facts, 'name'),
    ...ofProject(facts),
  ],
  'project.branch.updated': (facts) => [
    'changed who reads the branch ',
    called(facts, 'name'),
    ...ofProject(facts),
    fieldsOf(facts),
  ],
  'project.node.hidden_set': (facts) => [
    hides[String(newOf(facts, 'is_hidden'))] ?? 'no longer decided whether readers see ',
    called(facts, 'node_uri'),
    ...(textAt(facts, 'branch') ? [' on the branch ', called(facts, 'branch')] : []),
    ...ofProject(facts),
  ],
  'workspace.default_style_guide.added': (facts) => [
    'made new projects extend the style guide ',
    called(facts, 'project'),
  ],
  'workspace.default_style_guide.removed': (facts) => [
    'made new projects no longer extend the style guide ',
    called(facts, 'project'),
  ],
  'project.waiver.created': (facts) => [
    'waived the rule ',
    called(facts, 'rule'),
    ...ofProject(facts),
    until(facts),
  ],
  'project.waiver.updated': (facts) => [
    'changed the waiver of the rule ',
    called(facts, 'rule'),
    ...ofProject(facts),
    until(facts),
  ],
  'project.waiver.deleted': (facts) => [
    'ended the waiver of the rule ',
    called(facts, 'rule'),
    ...ofProject(facts),
  ],
  'project.waiver.followed': (facts) => [
    `had ${Number(facts.waivers)} ${facts.waivers === 1 ? 'waiver' : 'waivers'} follow what was renamed on the branch `,
    called(facts, 'branch'),
    ...ofProject(facts),
  ],
  'project.style_guides.updated': (facts) => ['changed the style guides', ...ofProject(facts)],
}
