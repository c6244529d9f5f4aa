// What each event says, in words. The one place that knows the database's types.
import { paths } from '../../shared/config/paths.ts'
import { projectRoleLabel, teamRoleLabel, workspaceRoleLabel } from '../../shared/ui/roles.ts'
import { auditSentences } from './audit-sentences.ts'
import { billingSentences } from './billing-sentences.ts'
import { type Facts, type Part, textAt } from './part.ts'
import { proposalSentences } from './proposal-sentences.ts'
import type { ActivityEvent } from './queries.ts'

type Say = (facts: Facts) => Part[]

const named = (facts: Facts, key: string): Part => ({ name: textAt(facts, key) || 'somebody' })
const workspaceRole = (facts: Facts, key: string) => workspaceRoleLabel(textAt(facts, key))
const projectRole = (facts: Facts, key: string) => projectRoleLabel(textAt(facts, key))
const teamRole = (facts: Facts, key: string) => teamRoleLabel(textAt(facts, key))

/** Who did it to themselves left. */
const leaves = (facts: Facts) => facts.user_id !== undefined && facts.user_id === facts.actor_id

/** A project, group or team of an event: its slug comes along only where the event is of the thing itself. */
function object(facts: Facts, kind: Kind, isSubject: boolean): Part {
  const slug = isSubject ? textAt(facts, 'slug') : ''
  const name = textAt(facts, kind)
  return slug ? { name, to: addresses[kind](slug), object: `${kind}:${facts[`${kind}_id`]}` } : { name }
}

const addresses = {
  project: (slug: string) => paths.docs(slug),
  group: paths.admin.group,
  team: paths.admin.team,
}
type Kind = keyof typeof addresses

const project = (facts: Facts) => object(facts, 'project', true)
const group = (facts: Facts) => object(facts, 'group', !('project' in facts))
const team = (facts: Facts) => object(facts, 'team', !('project' in facts))
const gone = (facts: Facts, key: string): Part => ({ name: textAt(facts, key) })

/** What an update changed besides: a name, a visibility. */
function changes(facts: Facts): Part[] {
  const before = textAt(facts, 'old')
  const visibility = textAt(facts, 'visibility')
  return [
    ...(before ? [`, before named ${before}`] : []),
    ...(visibility ? [`, visibility now ${visibility}`] : []),
  ]
}

function settings(facts: Facts): string {
  const changed = Array.isArray(facts.changed) ? facts.changed.map(String) : []
  return changed.length > 0 ? `: ${changed.map((name) => name.replaceAll('_', ' ')).join(', ')}` : ''
}

const from = (before: string, after: string) => ` from ${before} to ${after}`

const ways: Record<string, string> = {
  invitation: ' by an invitation',
  approved_domain: ' by an approved email domain',
  join_request: ' by a join request',
}

/** Type → sentence, after the actor's name. */
const sentences: Record<string, Say> = {
  'workspace.created': () => ['created the workspace'],
  'workspace.updated': (facts) => [`changed the workspace settings${settings(facts)}`],
  'workspace.exported': () => ['exported everything in the workspace'],
  'workspace.imported': () => ['imported the workspace'],
  'workspace.deletion.scheduled': (facts) => [
    `scheduled the deletion of the workspace${textAt(facts, 'delete_at') ? ` for ${textAt(facts, 'delete_at').slice(0, 10)}` : ''}`,
  ],
  'workspace.deletion.cancelled': (facts) => [
    textAt(facts, 'reason')
      ? 'called the deletion of the workspace off, because its plan runs on'
      : 'cancelled the deletion of the workspace',
  ],
  'workspace.member.invited': (facts) => [
    'invited ',
    named(facts, 'email'),
    ` as ${workspaceRole(facts, 'role')}`,
  ],
  'workspace.member.role_changed': (facts) => [
    'changed the role of ',
    named(facts, 'user'),
    from(workspaceRole(facts, 'old'), workspaceRole(facts, 'role')),
  ],
  'workspace.member.removed': (facts) => ['removed ', named(facts, 'user'), ' from the workspace'],
  'workspace.member.joined': (facts) => [
    `joined the workspace as ${workspaceRole(facts, 'role')}${ways[textAt(facts, 'via')] ?? ''}`,
  ],
  'workspace.member.left': () => ['left the workspace'],
  'workspace.invitation.resent': (facts) => ['sent the invitation of ', named(facts, 'email'), ' again'],
  'workspace.invitation.revoked': (facts) => ['withdrew the invitation of ', named(facts, 'email')],
  'workspace.invitation.declined': (facts) => ['declined the invitation of ', named(facts, 'email')],
  'workspace.join_request.created': () => ['asked to join the workspace'],
  'workspace.join_request.approved': (facts) => [
    'approved the join request of ',
    named(facts, 'user'),
    ` as ${workspaceRole(facts, 'role')}`,
  ],
  'workspace.join_request.denied': (facts) => ['denied the join request of ', named(facts, 'user')],
  'workspace.custom_domain.set': (facts) => [
    'claimed the custom domain ',
    gone(facts, 'name'),
    ...(textAt(facts, 'old') ? [' in place of ', gone(facts, 'old')] : []),
  ],
  'workspace.custom_domain.verified': (facts) => ['found the custom domain ', gone(facts, 'name'), ' proven'],
  'workspace.custom_domain.switched_off': (facts) => [
    'switched off the custom domain ',
    gone(facts, 'name'),
    ', whose DNS records were gone',
  ],
  'workspace.custom_domain.removed': (facts) => ['removed the custom domain ', gone(facts, 'name')],
  'workspace.domain.created': (facts) => [
    'approved the email domain ',
    gone(facts, 'name'),
    ` for the role ${workspaceRole(facts, 'role')}`,
  ],
  'workspace.domain.updated': (facts) => [
    'changed the approved email domain ',
    gone(facts, 'name'),
    `, role now ${workspaceRole(facts, 'role')}`,
  ],
  'workspace.domain.deleted': (facts) => ['removed the approved email domain ', gone(facts, 'name')],
  'workspace.scim.enabled': () => ['turned provisioning by SCIM on'],
  'workspace.scim.disabled': () => ['turned provisioning by SCIM off'],
  'workspace.scim.updated': (facts) => [
    `changed the role of provisioned people to ${workspaceRole(facts, 'role')}`,
  ],
  'workspace.scim.token_created': (facts) => ['created the SCIM token ', gone(facts, 'token')],
  'workspace.scim.token_deleted': (facts) => ['revoked the SCIM token ', gone(facts, 'token')],
  'workspace.scim.user_created': (facts) => ['provisioned ', gone(facts, 'email')],
  'workspace.scim.user_updated': (facts) => [
    'changed what the identity provider says of ',
    gone(facts, 'email'),
  ],
  'workspace.scim.user_activated': (facts) => ['let ', gone(facts, 'email'), ' in again by SCIM'],
  'workspace.scim.user_deactivated': (facts) => ['deactivated ', gone(facts, 'email'), ' by SCIM'],
  'workspace.scim.user_deleted': (facts) => ['deleted ', gone(facts, 'email'), ' by SCIM'],
  'workspace.token.created': (facts) => ['created the workspace token ', gone(facts, 'token')],
  'workspace.token.updated': (facts) => [
    'renamed the workspace token ',
    gone(facts, 'token'),
    ...changes(facts),
  ],
  'workspace.token.deleted': (facts) => ['revoked the workspace token ', gone(facts, 'token')],
  'workspace.integration.created': (facts) => ['added the integration ', gone(facts, 'name')],
  'workspace.integration.updated': (facts) => [
    'changed the integration ',
    gone(facts, 'name'),
    settings(facts),
  ],
  'workspace.integration.deleted': (facts) => ['uninstalled the integration ', gone(facts, 'name')],
  'group.created': (facts) => ['created the group ', group(facts)],
  'group.updated': (facts) => ['changed the group ', group(facts), ...changes(facts)],
  'group.deleted': (facts) => ['deleted the group ', gone(facts, 'group')],
  'group.admin.added': (facts) => ['made ', named(facts, 'user'), ' an admin of the group ', group(facts)],
  'group.admin.removed': (facts) =>
    leaves(facts)
      ? ['left the admins of the group ', group(facts)]
      : ['removed ', named(facts, 'user'), ' from the admins of the group ', group(facts)],
  'team.created': (facts) => ['created the team ', team(facts)],
  'team.updated': (facts) => ['changed the team ', team(facts), ...changes(facts)],
  'team.deleted': (facts) => ['deleted the team ', gone(facts, 'team')],
  'team.member.added': (facts) => [
    'added ',
    named(facts, 'user'),
    ' to the team ',
    team(facts),
    ` as ${teamRole(facts, 'role')}`,
  ],
  'team.member.removed': (facts) =>
    leaves(facts)
      ? ['left the team ', team(facts)]
      : ['removed ', named(facts, 'user'), ' from the team ', team(facts)],
  'team.member.role_changed': (facts) => [
    'changed the role of ',
    named(facts, 'user'),
    ' in the team ',
    team(facts),
    from(teamRole(facts, 'old'), teamRole(facts, 'role')),
  ],
  'project.created': (facts) => ['created the project ', project(facts)],
  'project.updated': (facts) => ['changed the project ', project(facts), ...changes(facts)],
  'project.moved': (facts) => [
    'moved the project ',
    project(facts),
    ...(textAt(facts, 'group') ? [' to the group ', group(facts)] : [' out of its group']),
    ...changes(facts),
  ],
  'project.deleted': (facts) => ['deleted the project ', gone(facts, 'project')],
  'project.member.added': (facts) => [
    'shared the project ',
    project(facts),
    ' with ',
    named(facts, 'user'),
    ` as ${projectRole(facts, 'role')}`,
  ],
  'project.member.removed': (facts) =>
    leaves(facts)
      ? ['left the project ', project(facts)]
      : ['removed ', named(facts, 'user'), ' from the project ', project(facts)],
  'project.member.role_changed': (facts) => [
    'changed the role of ',
    named(facts, 'user'),
    ' in the project ',
    project(facts),
    from(projectRole(facts, 'old'), projectRole(facts, 'role')),
  ],
  'project.team.added': (facts) => [
    'shared the project ',
    project(facts),
    ' with the team ',
    team(facts),
    ` as ${projectRole(facts, 'role')}`,
  ],
  'project.team.removed': (facts) => ['removed the team ', team(facts), ' from the project ', project(facts)],
  'project.team.role_changed': (facts) => [
    'changed the role of the team ',
    team(facts),
    ' in the project ',
    project(facts),
    from(projectRole(facts, 'old'), projectRole(facts, 'role')),
  ],
  'project.ownership.transferred': (facts) => [
    'made ',
    named(facts, 'user'),
    ' the owner of the project ',
    project(facts),
  ],
  ...auditSentences,
  ...billingSentences,
  ...proposalSentences,
}

/** The types that have a sentence. */
export const knownTypes: readonly string[] = Object.keys(sentences)

/** Who did it; what nobody signed in did, the product did. */
export function actorOf({ actor_name, actor_email }: ActivityEvent): string {
  return actor_name || actor_email || 'Waymark'
}

/** What an event says after its actor's name; a type from a newer database by its own words. */
export function sentenceOf({ type, metadata, actor_id }: ActivityEvent): Part[] {
  const say = sentences[type]
  return say ? say({ ...metadata, actor_id }) : [`did: ${type.replace(/[._]/g, ' ')}`]
}

/** What the events say is no more, as "team:3". */
export function deletedBy(events: readonly ActivityEvent[]): Set<string> {
  return new Set(
    events.flatMap(({ type, metadata }) => {
      const [kind, change] = type.split('.')
      return change === 'deleted' ? [`${kind}:${metadata[`${kind}_id`]}`] : []
    }),
  )
}

/** An event's sentence as plain text. */
export function textOf(event: ActivityEvent): string {
  return sentenceOf(event)
    .map((part) => (typeof part === 'string' ? part : part.name))
    .join('')
}
