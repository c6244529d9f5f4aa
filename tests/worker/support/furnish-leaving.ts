// A row of a workspace in every table that may hold one, beside what the doors' world has: what goes with it is counted.
import type { Client, Pool } from 'pg'

/** Tables that hold nothing of one workspace, or what stays on purpose or comes of its deletion, and why. */
export const NOT_OF_A_WORKSPACE: Record<string, string> = {
  'private.analytics_position': 'how far the collector of the installation is',
  'private.billing_trials': 'who deletes a workspace has tried all the same',
  'private.deployment': 'what this installation is',
  'private.oauth_clients': 'programs that anybody may register, for every workspace',
  'private.permission_phrases': 'a matrix of the product',
  'private.reasons': 'sentences of the product',
  'private.reserved_slugs': 'names that nobody gets',
  'private.trusted_providers': 'a list of the operator',
  'private.webhook_leftovers': 'is made when a project goes, and removed behind it',
  'private.workspace_leftovers': 'is made when a workspace goes, and removed behind it',
  'private.workspace_role_reach': 'a matrix of the product',
  'public.billing_features': 'what is sold',
  'public.billing_pricing_plans': 'what is sold',
  'public.billing_products': 'what is sold',
  'public.group_role_permissions': 'a matrix of the product',
  'public.project_role_permissions': 'a matrix of the product',
  'public.team_role_permissions': 'a matrix of the product',
  'public.workspace_role_permissions': 'a matrix of the product',
  'public.workspace_role_project_roles': 'a matrix of the product',
  'storage.buckets': 'three, for all',
}

/** The program that oauth_codes names; of no workspace, so made before anything is counted. */
export const aProgram = (db: Client | Pool) =>
  db.query(
    `insert into private.oauth_clients (id, name, redirect_uris) values ('client-of-all', 'Program', '{https://program.example/}')`,
  )

/** $1: the workspace, $2: its customer at Stripe. Each names what it needs of the workspace by a select. */
export async function furnishLeaving(
  db: Client | Pool,
  workspaceId: number,
  customer: string,
): Promise<void> {
  for (const [table, row] of Object.entries(rows)) {
    const sql = `with ${held} insert into ${table} ${row}`
    const { rowCount } = await db.query(sql, [workspaceId, customer]).catch((error: unknown) => {
      throw new Error(table, { cause: error })
    })
    if (!rowCount) throw new Error(`Nothing was put into ${table}.`)
  }
}

/** What of the workspace the rows refer to. */
const held = `
  host as (select w.id, $2::text as customer from public.workspaces w where w.id = $1),
  project as (select p.* from public.projects p join host h on p.workspace_id = h.id order by p.id limit 1),
  branch as (select b.*, p.workspace_id from public.branches b join project p on b.project_id = p.id order by b.id limit 1),
  person as (
    select u.id, u.auth_id, e.email from public.workspace_members m join host h on m.workspace_id = h.id
    join public.users u on u.id = m.user_id join public.emails e on e.user_id = u.id and e.is_primary
    where m.role = 'owner' order by u.id limit 1),
  session as (select s.id, s.user_id as auth_id from auth.sessions s join person u on s.user_id = u.auth_id limit 1),
  team as (select t.* from public.teams t join host h on t.workspace_id = h.id order by t.id limit 1),
  integration as (select i.* from public.workspace_integrations i join host h on i.workspace_id = h.id order by i.id desc limit 1),
  task as (select t.* from public.task_logs t join host h on t.workspace_id = h.id limit 1),
  file as (select f.* from public.files f join host h on f.workspace_id = h.id limit 1),
  document as (select d.* from public.documents d join host h on d.workspace_id = h.id limit 1),
  proposal as (select p.* from public.proposals p join project x on p.project_id = x.id or p.project_id in (
    select o.id from public.projects o join host h on o.workspace_id = h.id) limit 1)`

/** In the order of what refers to what. */
const rows: Record<string, string> = {
  'auth.identities': `(provider_id, user_id, identity_data, provider) select auth_id::text, auth_id, '{}', 'email' from person`,
  'auth.mfa_amr_claims': `(id, session_id, created_at, updated_at, authentication_method) select gen_random_uuid(), id, now(), now(), 'otp' from session`,
  'auth.one_time_tokens': `(id, user_id, token_type, token_hash, relates_to) select gen_random_uuid(), auth_id, 'recovery_token', 'x', email from person`,
  'auth.refresh_tokens': `(token, user_id, session_id) select 'of-the-leaving', auth_id::text, id from session`,
  'private.billing_attempts': `(workspace_id, intent, taken_until, ended_at) select id, 'checkout', now(), now() from host`,
  'private.billing_cancellations': `(workspace_id, product_id, reason) select h.id, p.id, 'expensive' from host h, public.billing_products p limit 1`,
  'private.billing_notices': `(workspace_id, kind, about) select id, 'cancelled', 'x' from host`,
  'private.branch_comparisons': `(branch_id, content_hash, default_content_hash, is_known) select id, 'a', 'b', true from branch`,
  'private.ci_tokens': `(project_id, token_hash, ciphertext, key_id) select id, '\\x01', 'AAAA', 'k' from project`,
  'private.codes': `(purpose, email, subject, code_hash) select 'proof', email, 'user:' || id, '\\x02' from person`,
  'private.deletion_notices': '(workspace_id, delete_at) select id, now() from host',
  'private.device_requests': `(device_hash, user_code, workspace_id, machine) select '\\x03', 'BCDFGHJK', id, 'A laptop' from host`,
  'private.devices': `(user_id, family) select id, 'Firefox' from person`,
  'private.digests': '(workspace_id, user_id, day) select h.id, u.id, current_date from host h, person u',
  'private.document_commit_files': `(commit_id, document_id) select c.id, d.id from public.document_commits c, document d
    where c.branch_id in (select b.id from public.branches b join public.projects p on p.id = b.project_id join host h on h.id = p.workspace_id) limit 1`,
  'private.document_sources': `(document_id, workspace_id, text) select id, workspace_id, 'text' from document`,
  'private.document_updates': `(document_id, seq, epoch, key, update) select id, 900, 1, gen_random_uuid(), '\\x00' from document`,
  'private.email_claims': `(workspace_id, user_id, email) select h.id, u.id, 'claimed@doors.example' from host h, person u`,
  'private.exports': `(branch_id, analyzed_at, path, kind, format, workspace_id) select id, now(), 'a.json', 'bundled', 'json', workspace_id from branch`,
  'private.finding_counts': `(branch_id, rule, severity, project_id, workspace_id, violations) select id, 'leaving', 'error', project_id, workspace_id, 1 from branch`,
  'private.finding_days': `(project_id, day, rule, severity, workspace_id, change) select id, current_date, 'leaving', 'error', workspace_id, 1 from project`,
  'private.group_reviewers': `(group_id, team_id, workspace_id) select g.id, t.id, t.workspace_id from team t join public.groups g on g.workspace_id = t.workspace_id limit 1`,
  'private.host_repositories': `(external_user_id, external_id, remote_url_http, external_slug, external_org_slug)
    select x.id, '1', 'https://host.example/a/b.git', 'b', 'a' from public.external_users x join integration i on i.id = x.workspace_integration_id limit 1`,
  'private.idempotency_keys': `(auth_id, scope, key, fingerprint) select auth_id, 'POST /x', 'key', 'print' from person`,
  'private.known_browsers': `(workspace_integration_id, external_id, email, browser_hash) select i.id, '1', u.email, 'home' from integration i, person u`,
  'private.linted_files': `(branch_id, path, hash, ruleset_hash, findings) select id, 'a.json', '\\x01', '\\x01', '[]' from branch`,
  'private.login_browsers': `(auth_id, browser_hash) select auth_id, 'home' from person`,
  'private.login_states': `(state_hash, purpose, workspace_integration_id, browser_hash) select repeat('a', 64), 'login', id, 'home' from integration`,
  'private.project_migrations': `(job_id, workspace_id, project_id, source, account, external_id, sealed_key)
    select t.job_id, p.workspace_id, p.id, 'postman', '', 'x', '{"ciphertext": "AAAA", "key_id": "k"}' from task t, project p`,
  'private.migrated_versions': `(job_id, version) select job_id, '1.0' from task`,
  'private.oauth_codes': `(code_hash, client_id, workspace_id, auth_id, session_id, redirect_uri, challenge)
    select '\\x04', 'client-of-all', h.id, s.auth_id, s.id, 'https://program.example/', repeat('a', 43) from host h, session s`,
  'private.outside_references': `(branch_id, workspace_id, from_uri, project_slug, to_uri) select id, workspace_id, '/a', 'b', '/c' from branch`,
  'private.password_permits': '(auth_id, session_id, tells) select auth_id, id, false from session',
  'private.proposal_comparisons': `(proposal_id, content_hash, baseline_content_hash, is_known) select id, 'a', 'b', true from proposal`,
  'private.proposal_conflicts': `(proposal_id, content_hash, baseline_content_hash, files, conflicts, changed) select id, 'a', 'b', '[]', 0, 0 from proposal`,
  'private.proposal_mentions': `(comment_id, user_id) select c.id, u.id from private.proposal_comments c join private.proposal_threads t on t.id = c.thread_id
    join public.proposals o on o.id = t.proposal_id join public.projects p on p.id = o.project_id join host h on h.id = p.workspace_id, person u limit 1`,
  'private.proposal_merges': `(proposal_id, content_hash, baseline_content_hash) select id, 'a', 'b' from proposal`,
  'private.proposal_merge_files': `(proposal_id, path, workspace_id, hash) select p.id, 'a.json', f.workspace_id, f.hash from proposal p, file f`,
  'private.proposal_reviewers': '(proposal_id, team_id) select p.id, t.id from proposal p, team t',
  'private.proposal_reviews': `(proposal_id, user_id, verdict, content_hash) select p.id, u.id, 'approved', 'a' from proposal p, person u`,
  'private.publications': `(job_id, message) select job_id, 'Said' from task`,
  'private.pushes': `(job_id, fingerprint) select job_id, repeat('a', 64) from task`,
  'private.rule_fixes': `(workspace_id, project_id, rule, status) select workspace_id, id, 'leaving', 'proposed' from project`,
  'private.saml_assertions': `(workspace_integration_id, assertion_id, expires_at) select id, 'x', now() + interval '1 hour' from integration`,
  'private.saml_requests': `(id, workspace_integration_id, value) select 'of-the-leaving', id, 'x' from integration`,
  'private.scim_connections': '(workspace_id) select id from host',
  'private.scim_errors': `(workspace_id, request, status, detail) select id, 'GET /Users', 400, 'No.' from host`,
  'private.scim_groups': '(team_id) select id from team',
  'private.scim_people': `(workspace_id, user_id, user_name, email) select h.id, u.id, 'founder', u.email from host h, person u`,
  'private.scim_group_people': `(team_id, person_id) select t.id, p.id from team t join private.scim_people p on p.workspace_id = t.workspace_id`,
  'private.secrets': `(workspace_integration_id, name, ciphertext, key_id) select id, 'clientSecret', 'AAAA', 'k' from integration`,
  'private.sessions': `(session_id, auth_id, method, only_workspace_id) select s.id, s.auth_id, 'code', h.id from session s, host h`,
  'private.sign_in_failures': `(workspace_id, client, reason) select id, '203.0.113.7', 'wrong_password' from host`,
  'private.sign_in_refusals': `(workspace_integration_id, cause) select id, 'locked' from integration`,
  'private.spectral_tokens': `(project_id, token_hash) select id, '\\x05' from project`,
  'private.sso_codes': `(code_hash, workspace_integration_id, profile) select repeat('b', 64), id, '{}' from integration`,
  'private.stripe_events': `(id, type, created, customer_id) select 'evt_leaving', 'invoice.paid', now(), customer from host`,
  'private.task_files': `(job_id, path, workspace_id, hash) select t.job_id, 'a.json', f.workspace_id, f.hash from task t, file f`,
  'private.task_uploads': `(job_id, path, object) select t.job_id, 'b.json', h.id || '/x/0' from task t, host h`,
  'private.unsubscribe_tokens': `(token_hash, workspace_id, user_id) select '\\x06', h.id, u.id from host h, person u`,
  'private.waiting_webhooks': `(workspace_integration_id, delivery_id, event) select id, 'x', '{}' from integration`,
  'private.webhook_changes': `(project_id, ends_at) select r.project_id, now() from public.project_repositories r join public.projects p on p.id = r.project_id
    join host h on h.id = p.workspace_id limit 1`,
  'private.webhook_secrets': `(workspace_integration_id, ciphertext, key_id) select id, 'AAAA', 'k' from integration`,
  'private.workspace_exports': `(workspace_id, user_id, status) select h.id, u.id, 'success' from host h, person u`,
  'private.workspace_flags': `(workspace_id, flag, is_on) select id, 'ssg_disabled', true from host`,
  'private.workspace_imports': `(checksum, workspace_id) select repeat('c', 64), id from host`,
  'private.workspace_pictures': `(workspace_id, hash, type, content) select id, repeat('d', 64), 'image/png', '\\x00' from host`,
}
