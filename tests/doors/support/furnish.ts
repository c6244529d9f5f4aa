// What belongs to the workspace of the world as a whole, and to each account.
import type { One, Person, World } from './world.ts'

export interface Things {
  domainId: number
  machineId: number
  auditTokenId: number
  scimTokenId: number
  integrationId: number
  invitationId: number
  joinRequestId: number
  jobId: string
}

type Setting = Pick<World, 'workspaceId' | 'people' | 'groups' | 'teams'>

/** One of everything that a workspace holds beside people and projects. */
export async function furnishWorkspace(
  one: One,
  { workspaceId, people, groups, teams }: Setting,
): Promise<Things> {
  const { id: domainId } = await one(
    "insert into public.approved_domains (workspace_id, domain) values ($1, 'doors.example') returning id",
    [workspaceId],
  )
  await one(
    "insert into private.custom_domains (workspace_id, domain, token) values ($1, 'docs.doors.example', 'token') returning workspace_id as id",
    [workspaceId],
  )
  const { id: machineId } = await one(
    `insert into public.machine_principals (workspace_id, name, token_hash, token_prefix)
     values ($1, 'Pipeline', decode(repeat('00', 32), 'hex'), 'wmk_door') returning id`,
    [workspaceId],
  )
  const { id: scimTokenId } = await one(
    `insert into private.scim_tokens (workspace_id, token_hash, token_prefix)
     values ($1, decode(repeat('02', 32), 'hex'), 'wmscim_door') returning id`,
    [workspaceId],
  )
  const { id: integrationId } = await one(
    'insert into public.workspace_integrations (workspace_id, name, kind, config_type, config) values ($1, \'GitHub\', \'github\', \'custom\', \'{"hostUrl": "https://github.com", "apiUrl": "https://api.github.com", "clientId": "doors"}\') returning id',
    [workspaceId],
  )
  const { id: invitationId } = await one(
    `insert into public.workspace_invitations (workspace_id, email, role, token_hash, invited_by, last_sent_at)
     values ($1, 'invited@doors.example', 'guest', decode(repeat('01', 32), 'hex'), $2, now() - interval '1 day') returning id`,
    [workspaceId, people.founder.id],
  )
  const { id: projectId } = await one("select id from public.projects where slug = 'doors-internal'")
  for (const sql of [
    `insert into public.workspace_invitation_projects (invitation_id, project_id, role) values ($1, ${projectId}, 'viewer')`,
    `insert into public.workspace_invitation_groups (invitation_id, group_id) values ($1, ${groups.other})`,
    `insert into public.workspace_invitation_teams (invitation_id, team_id) values ($1, ${teams.other})`,
  ])
    await one(`${sql} returning invitation_id`, [invitationId])
  const { id: joinRequestId } = await one(
    'insert into public.join_requests (workspace_id, user_id) values ($1, $2) returning id',
    [workspaceId, people.requester.id],
  )
  const { job_id: jobId } = await one<{ job_id: string }>(
    "insert into public.task_logs (task_id, workspace_id) values ('migrate', $1) returning job_id",
    [workspaceId],
  )
  await one(
    `insert into public.webhook_deliveries (workspace_id, workspace_integration_id, delivery_id, event, outcome)
     values ($1, $2, 'delivery-unknown', 'push', 'unknown_repository') returning id`,
    [workspaceId, integrationId],
  )
  await one(
    "insert into public.task_log_lines (job_id, seq, level, message) values ($1, 1, 'info', 'Done.') returning job_id",
    [jobId],
  )
  const { id: auditTokenId } = await one(
    `insert into private.audit_tokens (workspace_id, name, token_hash, token_prefix) values ($1, 'Audit', '\\x02', 'wmaudit_x') returning id`,
    [workspaceId],
  )
  await one(
    `insert into private.audit_webhooks (workspace_id, url, ciphertext, key_id, sent_to)
     values ($1, 'https://siem.doors.example/in', 'AAAA', 'k', 0) returning workspace_id as id`,
    [workspaceId],
  )
  return { domainId, machineId, auditTokenId, scimTokenId, integrationId, invitationId, joinRequestId, jobId }
}

/** Addresses, a connected account and a pin of somebody. */
export async function furnishAccount(one: One, person: Person, integrationId: number, projectId: number) {
  const email = (address: string, confirmed: boolean) =>
    one(
      `insert into public.emails (user_id, email, confirmed_at) values ($1, $2, case when $3 then now() end) returning id`,
      [person.id, address, confirmed],
    )
  const { id: emailId } = await one('select id from public.emails where user_id = $1 and is_primary', [
    person.id,
  ])
  const spare = await email(`spare-${person.email}`, true)
  const unconfirmed = await email(`new-${person.email}`, false)
  const external = await one(
    'insert into public.external_users (user_id, workspace_integration_id, external_id) values ($1, $2, $3) returning id',
    [person.id, integrationId, person.email],
  )
  await one('insert into public.project_pins (project_id, user_id) values ($1, $2) returning user_id', [
    projectId,
    person.id,
  ])
  // On another node than the one that the doors star.
  await one(
    `insert into public.node_stars (node_id, user_id)
     select n.id, $2 from public.nodes n where n.project_id = $1 and n.uri like '/intro%' returning user_id`,
    [projectId, person.id],
  )
  return { emailId, spareEmailId: spare.id, unconfirmedEmailId: unconfirmed.id, externalId: external.id }
}
