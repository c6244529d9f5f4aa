set local check_function_bodies = off;

DROP FUNCTION "private"."enter_workspace"(bigint, bigint, text, text);

DROP FUNCTION "private"."entry"(bigint, text, public.workspace_role, text, text, bigint);

DROP FUNCTION "private"."external_login"(public.workspace_integrations, text, text, jsonb, jsonb, jsonb, uuid, text, text);

DROP FUNCTION "private"."service_account_with_secret"(public.project_service_accounts);

DROP FUNCTION "public"."svc_accept_invitation"(text, uuid, text, boolean);

DROP FUNCTION "public"."svc_begin_attempt"(bigint, uuid, text, jsonb);

DROP FUNCTION "public"."svc_branch_to_push"(bigint, text, text);

DROP FUNCTION "public"."svc_commits"(bigint, integer, integer, text);

DROP FUNCTION "public"."svc_confirm_member_email"(bigint, text, text, text, text);

DROP FUNCTION "public"."svc_enter_workspace"(uuid, bigint, text, text);

DROP FUNCTION "public"."svc_external_login"(bigint, text, text, jsonb, jsonb, jsonb, uuid, text, text, text);

DROP FUNCTION "public"."svc_login_lookup"(text, text, text);

DROP FUNCTION "public"."svc_pushed_branches"(bigint);

DROP FUNCTION "public"."svc_put_login_state"(text, text, bigint, text, text, text, boolean, uuid, jsonb);

DROP FUNCTION "public"."svc_record_commit"(bigint, text, text, jsonb);

DROP FUNCTION "public"."svc_redeem_reset"(text, text, bigint, text, text);

DROP FUNCTION "public"."svc_workspace_signup"(bigint, text, text, uuid, text, text);

CREATE TYPE "public"."billing_attempt" AS ("id" uuid, "intent" text, "params" jsonb, "stripe_id" text, "waited" text, "customer" text, "subscription" text, "is_other" boolean);

CREATE TYPE "public"."branch_slug" AS ("slug" text);

CREATE TYPE "public"."commit_item" AS ("branch_id" bigint, "sha" text, "project_id" bigint, "parent_sha" text, "message" text, "author_name" text, "author_email" text, "author_id" bigint, "committed_at" timestamp with time zone, "analyzed_at" timestamp with time zone, "created_at" timestamp with time zone, "branches" public.branch_slug);

CREATE TYPE "public"."commit_page" AS ("items" public.commit_item[], "total" bigint);

CREATE TYPE "public"."entry" AS ("outcome" text, "entered" boolean, "role" public.workspace_role, "join_request_status" text, "confirmation_required" boolean, "email" text, "owner_email" text, "lock_reason" text, "retry_after" integer, "user_id" bigint, "auth_id" uuid, "auth_email" text, "has_password" boolean, "only_workspace_id" bigint);

CREATE TYPE "public"."held_sso_code" AS ("integration_id" bigint, "profile" jsonb, "workspace" text, "account" text);

CREATE TYPE "public"."host_account" AS ("id" bigint, "external_id" text, "username" text, "secrets" jsonb);

CREATE TYPE "public"."integration_workspace" AS ("id" bigint, "slug" text, "name" text, "domain" text);

CREATE TYPE "public"."left_login" AS ("workspace_id" bigint, "kind" text, "expires_at" timestamp with time zone);

CREATE TYPE "public"."login_lookup" AS ("auth_id" uuid, "auth_email" text, "retry_after" integer);

CREATE TYPE "public"."login_under_way" AS ("purpose" text, "integration_id" bigint, "workspace_id" bigint, "return_to" text, "popup" boolean, "data" jsonb);

CREATE TYPE "public"."opened_integration" AS ("id" bigint, "workspace_id" bigint, "name" text, "kind" text, "flow" text, "enabled" boolean, "allow_user_login" boolean, "config_type" text, "config" jsonb, "revision" text, "callback_key" text, "secrets" jsonb, "workspace" public.integration_workspace);

CREATE TYPE "public"."opened_service_account" AS ("username" text, "token" jsonb);

CREATE TYPE "public"."password_reset" AS ("outcome" text, "auth_id" uuid, "auth_email" text, "retry_after" integer);

CREATE TYPE "public"."priced_plan" AS ("id" bigint, "product_id" bigint, "interval" integer, "flat" integer, "user" integer, "flat_price" text, "seat_price" text, "included" integer, "priority" integer, "label" text, "name" text);

CREATE TYPE "public"."pushed_branch" AS ("id" bigint, "name" text, "slug" text, "is_default" boolean, "commit_hash" text);

CREATE TYPE "public"."pushed_task_line" AS ("seq" integer, "level" text, "message" text, "at" timestamp with time zone, "rule" text, "path" text, "line_number" integer, "column_number" integer);

CREATE TYPE "public"."pushed_task" AS ("job_id" uuid, "task_id" text, "project_id" bigint, "branch_id" bigint, "branch_ref" text, "event" text, "status" text, "payload" jsonb, "started_at" timestamp with time zone, "duration_ms" integer, "created_at" timestamp with time zone, "source" text, "commit_hash" text, "pull_request" jsonb, "task_log_lines" public.pushed_task_line[]);

CREATE TYPE "public"."returned_login" AS ("purpose" text, "integration_id" bigint, "workspace_id" bigint, "verifier" text, "return_to" text, "popup" boolean, "auth_id" uuid, "data" jsonb);

CREATE TYPE "public"."source_project" AS ("id" bigint, "slug" text, "workspace_id" bigint);

CREATE TYPE "public"."source_repository" AS ("workspace_integration_id" bigint, "remote_url_http" text, "external_id" text, "external_slug" text, "external_org_slug" text, "commit_statuses" boolean, "pull_request_comments" boolean, "webhook_external_id" text);

CREATE TYPE "public"."project_source" AS ("project" public.source_project, "repository" public.source_repository, "integration" public.opened_integration, "service_account" public.opened_service_account, "account" public.host_account);

CREATE TYPE "public"."subscribing_account" AS ("workspace_id" bigint, "slug" text, "name" text, "customer" text, "subscription" text, "schedule" text, "status" text, "is_live" boolean, "managed_by" text, "product_id" bigint, "priority" integer, "plan_id" bigint, "interval" integer, "renew_plan_id" bigint, "included" integer, "paid" integer, "used" integer, "cancels" boolean, "email" text, "trial_available" boolean, "ahead" integer, "reads" bigint, "owes" boolean, "plans" public.priced_plan[]);

CREATE TYPE "public"."taken_sso_code" AS ("integration_id" bigint, "workspace_id" bigint, "profile" jsonb);

CREATE OR REPLACE FUNCTION private.attempt_of(account public.billing_accounts, attempt private.billing_attempts, is_other boolean)
 RETURNS public.billing_attempt
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select row(attempt.id, attempt.intent, attempt.params, attempt.stripe_id, attempt.waited,
    account.stripe_customer_id, account.stripe_subscription_id, is_other)::public.billing_attempt
$function$;

CREATE OR REPLACE FUNCTION private.enter_workspace(user_id bigint, workspace_id bigint, client text, browser_hash text DEFAULT NULL::text)
 RETURNS public.entry
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host public.workspaces;
  mine public.workspace_role;
  confirmed text[];
  unconfirmed text[];
  invitation public.workspace_invitations;
  unproven text;
  person private.scim_people;
begin
  select * into host from public.workspaces w where w.id = enter_workspace.workspace_id;
  if not found then
    perform private.problem('workspace_not_found');
  end if;
  if private.is_locked(host) and enter_workspace.user_id is distinct from private.oldest_owner_id(host.id) then
    return private.entry(user_id, 'locked', workspace_id => host.id);
  end if;
  select m.role into mine from public.workspace_members m
  where m.workspace_id = host.id and m.user_id = enter_workspace.user_id;
  if mine is null then
    -- One entry of a person at a time: the second one finds a member, not an invitation that was just used.
    perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('enter:' || host.id || ':' || enter_workspace.user_id, 0));
    select m.role into mine from public.workspace_members m
    where m.workspace_id = host.id and m.user_id = enter_workspace.user_id;
  end if;
  if mine is not null then
    update public.workspace_members m set last_seen_at = now()
    where m.workspace_id = host.id and m.user_id = enter_workspace.user_id;
    return private.entry(user_id, 'member', mine);
  end if;

  select array_agg(e.email) filter (where e.confirmed_at is not null), array_agg(e.email) filter (where e.confirmed_at is null)
  into confirmed, unconfirmed
  from public.emails e where e.user_id = enter_workspace.user_id;

  person := private.provisioned(host.id, user_id, confirmed);
  if private.is_admitted(person) then
    mine := coalesce(person.role, (select c.default_role from private.scim_connections c where c.workspace_id = host.id));
    perform private.become_member(host.id, user_id, mine, 'scim', client);
    return private.entry(user_id, 'provisioned', mine);
  end if;
  -- As whose request was denied for good: more is between them and who ended it.
  if private.reason_against_entering(host.id, user_id, 'invitation') is not null then
    return private.entry(user_id, 'join_request', join_request_status => 'denied');
  end if;

  select * into invitation from public.workspace_invitations i
  where i.workspace_id = host.id and i.email = any (confirmed) and private.is_live(i)
  order by i.role desc, i.id
  limit 1
  for update;
  if found then
    perform private.become_member(host.id, user_id, invitation.role, 'invitation', client);
    perform private.take_invitation(invitation, user_id);
    return private.entry(user_id, 'invited', invitation.role);
  end if;

  mine := private.approved_role(host.id, confirmed);
  if mine is not null and private.reason_against_entering(host.id, user_id, 'approved_domain') is null then
    perform private.become_member(host.id, user_id, mine, 'approved_domain', client);
    return private.entry(user_id, 'approved_domain', mine);
  end if;

  select address into unproven
  from unnest(unconfirmed) address
  where exists (
      select 1 from public.workspace_invitations i
      where i.workspace_id = host.id and i.email = address and private.is_live(i))
    or private.approved_role(host.id, array[address]) is not null
    or private.is_admitted(private.provisioned(host.id, null, array[address]))
  order by address
  limit 1;
  if found then
    perform private.claim_email(host.id, null, null, user_id, unproven, browser_hash, null, client);
    return private.entry(user_id, 'confirmation_required', email => unproven);
  end if;

  return private.entry(user_id, 'join_request', join_request_status => private.request_to_join(host.id, user_id, client));
end
$function$;

CREATE OR REPLACE FUNCTION private.entry(user_id bigint, outcome text, role public.workspace_role DEFAULT NULL::public.workspace_role, join_request_status text DEFAULT NULL::text, email text DEFAULT NULL::text, workspace_id bigint DEFAULT NULL::bigint, retry_after integer DEFAULT 0)
 RETURNS public.entry
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select row(
    outcome,
    outcome in ('member', 'provisioned', 'invited', 'approved_domain'),
    role,
    join_request_status,
    outcome = 'confirmation_required',
    email,
    (
      select e.email from public.emails e
      where outcome = 'locked' and knows_it and e.user_id = private.oldest_owner_id(entry.workspace_id) and e.is_primary),
    (select w.lock_reason from public.workspaces w where outcome = 'locked' and knows_it and w.id = entry.workspace_id),
    retry_after,
    entry.user_id,
    (select u.auth_id from public.users u where u.id = entry.user_id),
    (select a.email from public.users u join auth.users a on a.id = u.auth_id where u.id = entry.user_id),
    (select u.has_password from public.users u where u.id = entry.user_id),
    null)::public.entry
  from (
    select exists (select 1 from public.workspace_members m where m.workspace_id = entry.workspace_id and m.user_id = entry.user_id)
      or private.live_invitation(entry.workspace_id, array(
        select e.email from public.emails e where e.user_id = entry.user_id and e.confirmed_at is not null)) is not null as knows_it
  ) asker
$function$;

CREATE OR REPLACE FUNCTION private.external_login(integration public.workspace_integrations, p_external_id text, p_username text, p_emails jsonb, p_data jsonb, p_tokens jsonb, p_auth_id uuid, p_browser_hash text, p_client text)
 RETURNS public.entry
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host constant public.workspaces := (select w from public.workspaces w where w.id = integration.workspace_id);
  verified constant text[] := private.verified_emails(p_emails);
  is_trusted constant boolean := private.provider_is_trusted(integration.kind, integration.config_type, integration.config);
  is_proven boolean;
  proven text[];
  address text;
  account_id bigint;
  entry public.entry;
begin
  select array_agg(e order by n) into proven
  from unnest(verified) with ordinality as list (e, n)
  where is_trusted or exists (
    select 1 from private.email_claims c
    where c.workspace_integration_id = integration.id and c.external_id = p_external_id and c.email = e
      and c.confirmed_at > now() - interval '1 day');

  select x.user_id into account_id from public.external_users x
  where x.workspace_integration_id = integration.id and x.external_id = p_external_id;

  if account_id is null and private.is_locked(host) and private.account_of(proven[1]) is null then
    return private.entry(null, 'locked', workspace_id => host.id);
  end if;
  if account_id is null and cardinality(verified) = 0 then
    return private.entry(null, 'no_email');
  end if;
  if account_id is null and proven is null then
    address := private.most_useful_email(host.id, verified);
    perform private.claim_email(host.id, integration.id, p_external_id, null, address, p_browser_hash, p_username, p_client);
    return private.entry(null, 'confirmation_required', email => address);
  end if;
  if account_id is null then
    select private.account_of(e) into account_id
    from unnest(proven) with ordinality as list (e, n)
    where private.account_of(e) is not null order by n limit 1;
  end if;
  if account_id is null then
    if not integration.allow_user_register and private.live_invitation(host.id, proven) is null
      and not private.is_admitted(private.provisioned(host.id, null, proven)) then
      return private.entry(null, 'not_registered');
    end if;
    if p_auth_id is null then
      return private.entry(null, 'needs_credential', email => private.most_useful_email(host.id, proven));
    end if;
    account_id := private.ensure_user(p_auth_id, private.require_credential_of(p_auth_id, proven));
    perform private.fill_profile(account_id, coalesce(p_data, '{}'));
  end if;

  -- The provider may be the workspace's own server: what it says opens this workspace, others only with a code.
  is_proven := is_trusted or private.browser_is_known(account_id, integration.id, p_external_id, p_browser_hash);
  if not is_proven and exists (
    select 1 from public.workspace_members m where m.user_id = account_id and m.workspace_id <> host.id) then
    select e.email into address from public.emails e
    where e.user_id = account_id and e.confirmed_at is not null
    order by array_position(verified, e.email) nulls last, e.is_primary desc
    limit 1;
    perform private.claim_email(host.id, integration.id, p_external_id, null, address, p_browser_hash, p_username, p_client);
    return private.entry(null, 'confirmation_required', email => address);
  end if;

  perform private.keep_external_user(account_id, integration.id, p_external_id, p_username, p_data, p_tokens);
  -- Who runs the provider may have confirmed an address of their own under this person's id: it would open the account.
  foreach address in array case when is_trusted then coalesce(proven, '{}') else '{}' end loop
    if private.account_of(address) is null then
      perform private.confirm_address(account_id, address);
    end if;
  end loop;
  entry := private.enter_workspace(account_id, host.id, p_client, p_browser_hash);
  if not is_proven then
    entry.only_workspace_id := host.id;
  end if;
  return entry;
end
$function$;

CREATE OR REPLACE FUNCTION private.opened_integration(integration_id bigint)
 RETURNS public.opened_integration
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select row(i.id, i.workspace_id, i.name, i.kind, private.integration_flow(i.kind, i.config), i.enabled, i.allow_user_login, i.config_type,
    i.config, private.integration_revision(i), i.callback_key, private.secrets_of(i.id),
    row(w.id, w.slug, w.name, w.domain)::public.integration_workspace)::public.opened_integration
  from public.workspace_integrations i join public.workspaces w on w.id = i.workspace_id
  where i.id = opened_integration.integration_id
$function$;

CREATE OR REPLACE FUNCTION private.service_account_with_secret(account public.project_service_accounts)
 RETURNS public.opened_service_account
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select row(account.username, (
    select jsonb_build_object('ciphertext', s.ciphertext, 'key_id', s.key_id)
    from private.secrets s where s.project_service_account_id = account.id and s.name = 'token'))::public.opened_service_account
$function$;

CREATE OR REPLACE FUNCTION public.svc_accept_invitation(p_token text, p_auth_id uuid, p_client text, p_by_password boolean DEFAULT false)
 RETURNS public.entry
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  invitation constant public.workspace_invitations := private.answerable_invitation(p_token);
  account_id bigint;
  outcome text := 'invited';
begin
  if private.is_locked((select w from public.workspaces w where w.id = invitation.workspace_id)) then
    return private.entry(null, 'locked', workspace_id => invitation.workspace_id);
  end if;
  if p_by_password then
    perform private.require_passwords(invitation.workspace_id);
  end if;
  account_id := private.invited_account(invitation.email, p_auth_id);
  if exists (select 1 from public.workspace_members m where m.workspace_id = invitation.workspace_id and m.user_id = account_id)
    or not private.become_member(invitation.workspace_id, account_id, invitation.role, 'invitation', p_client) then
    outcome := 'member';
  end if;
  perform private.take_invitation(invitation, account_id);
  return private.entry(account_id, outcome, (
    select m.role from public.workspace_members m where m.workspace_id = invitation.workspace_id and m.user_id = account_id));
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_account_at_host(p_project_id bigint, p_user_id bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_jsonb(row(x.id, x.external_id, x.username, private.secrets_of_account(x.id))::public.host_account)
  from public.project_repositories r
  join public.external_users x on x.workspace_integration_id = r.workspace_integration_id and x.user_id = p_user_id
  where r.project_id = p_project_id
  order by x.last_login_at desc nulls last limit 1
$function$;

CREATE OR REPLACE FUNCTION public.svc_begin_attempt(p_workspace_id bigint, p_auth_id uuid, p_intent text, p_params jsonb)
 RETURNS public.billing_attempt
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account constant public.billing_accounts := private.account_for_change(p_workspace_id);
  lease constant interval := '90 seconds';
  -- Stripe keeps the answers to keys for a day at least.
  remembered constant interval := '23 hours';
  attempt private.billing_attempts;
begin
  if p_intent <> 'cancel' and exists (select 1 from public.workspaces w where w.id = p_workspace_id and w.delete_at is not null) then
    perform private.problem('workspace_to_be_deleted');
  end if;
  select * into attempt from private.billing_attempts a where a.workspace_id = p_workspace_id and a.ended_at is null for update;
  if private.is_open_checkout(attempt) or attempt.created_at > now() - remembered then
    if attempt.intent = 'checkout' and (p_intent <> 'checkout' or attempt.params <> p_params) then
      return private.attempt_of(account, attempt, true);
    elsif attempt.intent = p_intent and attempt.params = p_params and (p_intent = 'checkout' or attempt.taken_until <= now()) then
      update private.billing_attempts a set taken_until = now() + lease where a.id = attempt.id returning * into attempt;
      return private.attempt_of(account, attempt, false);
    elsif attempt.taken_until > now() then
      perform private.problem('billing_change_under_way');
    end if;
  end if;
  -- What was taken back for a change that was cut off is put back before another begins.
  if attempt.waited is not null then
    return private.attempt_of(account, attempt, true);
  end if;
  update private.billing_attempts a set ended_at = now() where a.workspace_id = p_workspace_id and a.ended_at is null;
  if p_intent = 'checkout' and (p_params ->> 'trial_days')::integer > 0 then
    -- One after the other: of two pages for the same people the second sees the first.
    perform pg_advisory_xact_lock(hashtextextended('billing_trials', 0));
    if not private.trial_available(p_workspace_id) then
      perform private.problem('trial_used');
    end if;
  end if;
  insert into private.billing_attempts (workspace_id, intent, params, taken_until, user_id)
  values (p_workspace_id, p_intent, p_params, now() + lease, (select u.id from public.users u where u.auth_id = p_auth_id))
  returning * into attempt;
  return private.attempt_of(account, attempt, false);
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_billing_account(p_workspace_id bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_jsonb(row(a.workspace_id, w.slug, w.name, a.stripe_customer_id, a.stripe_subscription_id, a.stripe_schedule_id, a.stripe_status,
    private.is_running(jsonb_build_object('status', a.stripe_status)) is true, a.managed_by, a.billing_product_id, p.priority,
    a.billing_pricing_plan_id, a.cycle_interval_months, a.renew_billing_pricing_plan_id, coalesce(a.included_members, p.included_members),
    a.paid_members, private.feature_usage(a.workspace_id, 'members'), a.stripe_cancel_at_period_end, a.stripe_billing_email,
    private.trial_available(a.workspace_id), extract(epoch from a.clock_ahead)::integer, a.stripe_read, a.past_due_since is not null, (
      select array_agg(row(l.id, l.product_id, l.cycle_interval_months, l.flat_fee_price, l.user_fee_price, l.stripe_price_id,
        l.stripe_seat_price_id, o.included_members, o.priority, o.label, o.name)::public.priced_plan order by o.priority, l.cycle_interval_months)
      from public.billing_pricing_plans l join public.billing_products o on o.id = l.product_id))::public.subscribing_account)
  from public.billing_accounts a
  join public.workspaces w on w.id = a.workspace_id
  join public.billing_products p on p.id = a.billing_product_id
  where a.workspace_id = p_workspace_id
$function$;

CREATE OR REPLACE FUNCTION public.svc_branch_to_push(p_project_id bigint, p_token_hash text, p_branch text)
 RETURNS public.pushed_branch
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  project public.projects;
  branch public.branches;
begin
  perform private.require_ci_token(p_project_id, p_token_hash);
  if not private.is_git_branch(p_branch) then
    perform private.problem('branch_name_invalid', 'branch');
  elsif exists (select 1 from public.project_repositories r where r.project_id = p_project_id) then
    perform private.problem('content_comes_from_git');
  end if;
  select * into project from public.projects p where p.id = p_project_id;
  branch := private.branch_to_push(project, p_branch);
  return row(branch.id, branch.name, branch.slug, branch.is_default, branch.commit_hash)::public.pushed_branch;
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_commits(p_project_id bigint, p_limit integer, p_offset integer DEFAULT 0, p_sha text DEFAULT NULL::text)
 RETURNS public.commit_page
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select row(
    coalesce((
      select array_agg(row(c.branch_id, c.sha, c.project_id, c.parent_sha, c.message, c.author_name, c.author_email, c.author_id,
        c.committed_at, c.analyzed_at, c.created_at, row(c.slug)::public.branch_slug)::public.commit_item
        order by c.created_at desc, c.sha, c.branch_id)
      from (
        select c.*, b.slug from public.commits c join public.branches b on b.id = c.branch_id
        where c.project_id = p_project_id and (p_sha is null or c.sha = p_sha)
        order by c.created_at desc, c.sha, c.branch_id
        limit least(greatest(p_limit, 1), 1000) offset greatest(p_offset, 0)) c), '{}'),
    (select count(*) from public.commits c where c.project_id = p_project_id and (p_sha is null or c.sha = p_sha)))::public.commit_page
$function$;

CREATE OR REPLACE FUNCTION public.svc_confirm_member_email(p_workspace_id bigint, p_email text, p_code text, p_browser_hash text, p_client text)
 RETURNS public.confirmed_email
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- Without an address it is the one that this browser's last sign-in waits for.
  address constant text := coalesce(lower(btrim(p_email)), (
    select c.email from private.email_claims c
    where c.workspace_id = p_workspace_id and c.browser_hash = p_browser_hash and c.confirmed_at is null
      and c.created_at > now() - interval '1 day'
    order by c.created_at desc, c.id desc
    limit 1), '');
  wait constant integer := private.guess_wait(address, p_client, p_browser_hash);
  outcome text := 'spent_code';
  verdict text;
  claim private.email_claims;
begin
  if wait > 0 then
    return row('invalid_code', null, wait)::public.confirmed_email;
  end if;
  for claim in
    select c.* from private.email_claims c
    where c.workspace_id = p_workspace_id and c.email = address and c.confirmed_at is null
      and c.created_at > now() - interval '1 day' and c.browser_hash = p_browser_hash
    order by c.created_at desc, c.id desc
    limit 5
  loop
    verdict := private.check_code('member_email', claim.email, 'claim:' || claim.id, p_code);
    if verdict = 'wrong' then
      outcome := 'invalid_code';
    elsif verdict = 'ok' then
      perform private.consume_code('member_email', claim.email, p_code, 'claim:' || claim.id);
      update private.email_claims c set confirmed_at = now() where c.id = claim.id;
      if claim.user_id is not null then
        perform private.confirm_address(claim.user_id, claim.email);
      else
        insert into private.known_browsers as b (workspace_integration_id, external_id, email, browser_hash)
        values (claim.workspace_integration_id, claim.external_id, claim.email, p_browser_hash)
        on conflict on constraint known_browsers_pkey do update set confirmed_at = now();
      end if;
      return row('confirmed', address, 0)::public.confirmed_email;
    end if;
  end loop;
  return row(outcome, null, 0)::public.confirmed_email;
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_enter_workspace(p_auth_id uuid, p_workspace_id bigint, p_client text, p_browser_hash text DEFAULT NULL::text)
 RETURNS public.entry
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account_id bigint;
begin
  select u.id into account_id from public.users u where u.auth_id = p_auth_id;
  if not found then
    perform private.problem('credentials_wrong');
  end if;
  perform private.require_passwords(p_workspace_id);
  return private.enter_workspace(account_id, p_workspace_id, p_client, p_browser_hash);
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_external_login(p_integration_id bigint, p_external_id text, p_username text, p_emails jsonb, p_data jsonb DEFAULT '{}'::jsonb, p_tokens jsonb DEFAULT '{}'::jsonb, p_auth_id uuid DEFAULT NULL::uuid, p_browser_hash text DEFAULT NULL::text, p_client text DEFAULT NULL::text, p_revision text DEFAULT NULL::text)
 RETURNS public.entry
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  integration constant public.workspace_integrations := private.sign_in_integration(p_integration_id);
  outcome public.entry;
begin
  if p_revision is distinct from private.integration_revision(integration) then
    perform private.problem('authentication_failed');
  end if;
  outcome := private.external_login(integration, p_external_id, p_username, p_emails, p_data, p_tokens, p_auth_id, p_browser_hash, p_client);
  -- At the end: entering may lock the workspace, which who changes an integration locks first.
  perform private.require_revision(p_integration_id, p_revision);
  return outcome;
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_hold_sso_code(p_code_hash text, p_browser_hash text)
 RETURNS jsonb
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- Reading takes longer than being led on: five minutes, from the first time only.
  update private.sso_codes c
  set browser_hash = p_browser_hash,
    expires_at = case when c.browser_hash is null then now() + interval '5 minutes' else c.expires_at end
  from public.workspace_integrations i join public.workspaces w on w.id = i.workspace_id
  where c.code_hash = p_code_hash and c.state_hash is null and c.expires_at > now()
    and coalesce(c.browser_hash, p_browser_hash) = p_browser_hash and i.id = c.workspace_integration_id
  returning to_jsonb(row(i.id, c.profile, w.name, (
    -- A provider may name one person and mean the account of another: what is asked about is the account.
    select coalesce(
      (select e.email from public.emails e
       where e.user_id = u.id and e.confirmed_at is not null and e.email = lower(c.profile #>> '{emails,0,email}')),
      u.username)
    from public.external_users x join public.users u on u.id = x.user_id
    where x.workspace_integration_id = i.id and x.external_id = c.profile ->> 'externalId'))::public.held_sso_code)
$function$;

CREATE OR REPLACE FUNCTION public.svc_host_account(p_auth_id uuid, p_integration_id bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_jsonb(row(x.id, x.external_id, x.username, private.secrets_of_account(x.id))::public.host_account)
  from public.external_users x
  join public.workspace_integrations i on i.id = x.workspace_integration_id and i.enabled and private.is_git_host(i.kind)
  join public.workspace_members m on m.workspace_id = i.workspace_id and m.user_id = x.user_id and m.is_active
  where x.workspace_integration_id = p_integration_id and m.auth_id = p_auth_id
  order by x.last_login_at desc nulls last limit 1
$function$;

CREATE OR REPLACE FUNCTION public.svc_integration(p_integration_id bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_jsonb(private.opened_integration(p_integration_id)::public.opened_integration)
$function$;

CREATE OR REPLACE FUNCTION public.svc_login_lookup(p_identifier text, p_client text, p_browser_hash text DEFAULT NULL::text)
 RETURNS public.login_lookup
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  identifier text := lower(btrim(p_identifier));
  who text;
  wait integer;
  credential record;
begin
  select a.id, a.email into credential
  from public.users u
  join auth.users a on a.id = u.auth_id
  where u.username = identifier
    or u.id = (select e.user_id from public.emails e where e.email = identifier and e.confirmed_at is not null);
  -- Somebody with many addresses has one limit, not one an address.
  who := coalesce(credential.id::text, identifier);
  if exists (select 1 from private.login_browsers b where b.auth_id = credential.id and b.browser_hash = p_browser_hash) then
    wait := private.throttle_hit('login-browser:' || who || ' ' || p_browser_hash, 20, 900);
  else
    wait := greatest(
      private.throttle_hit('login:' || who || ' ' || private.client_key(p_client), 20, 900),
      private.throttle_hit('login-client:' || private.client_key(p_client), 300, 900));
    -- Many clients at one account: each of them becomes slow, and nobody is locked out.
    if wait = 0 and private.throttle_hit('login-account:' || who, 40, 900) > 0 then
      wait := private.throttle_hit('login-slow:' || who || ' ' || private.client_key(p_client), 1, 10);
    end if;
  end if;
  if wait > 0 then
    return row(null, null, wait)::public.login_lookup;
  end if;
  return row(credential.id, credential.email, 0)::public.login_lookup;
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_peek_login_state(p_state_hash text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_jsonb(row(s.purpose, s.workspace_integration_id, i.workspace_id, s.return_to, s.popup, s.data)::public.login_under_way)
  from private.login_states s join public.workspace_integrations i on i.id = s.workspace_integration_id
  where s.state_hash = p_state_hash and s.expires_at > now()
$function$;

CREATE OR REPLACE FUNCTION public.svc_project_source(p_project_id bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_jsonb(row(
    row(p.id, p.slug, p.workspace_id)::public.source_project,
    row(r.workspace_integration_id, r.remote_url_http, r.external_id, r.external_slug, r.external_org_slug, r.commit_statuses,
      r.pull_request_comments, r.webhook_external_id)::public.source_repository,
    private.opened_integration(r.workspace_integration_id),
    (select private.service_account_with_secret(a) from public.project_service_accounts a where a.project_id = p.id),
    -- Without a service account the project is read by who made it, or who connected it anew and chose the repository, as long as they may
    -- still change its content.
    (
      select row(x.id, x.external_id, x.username, private.secrets_of_account(x.id))::public.host_account
      from public.external_users x
      join public.workspace_members m on m.user_id = x.user_id and m.workspace_id = p.workspace_id and m.is_active
      where x.user_id = private.reader_of(r, p.creator_id) and x.workspace_integration_id = r.workspace_integration_id
        and exists (
          select 1 from public.project_role_permissions may
          where may.role = private.effective_project_role(x.user_id, p.id) and may.permission = 'project_contents_update')
      -- Whoever has several accounts there is who they were last, as svc_host_account has it.
      order by x.last_login_at desc nulls last limit 1))::public.project_source)
  from public.projects p join public.project_repositories r on r.project_id = p.id
  where p.id = p_project_id
$function$;

CREATE OR REPLACE FUNCTION public.svc_pushed_branches(p_project_id bigint)
 RETURNS public.pushed_branch[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(row(b.id, b.name, b.slug, b.is_default, b.commit_hash)::public.pushed_branch order by b.is_default desc, b.id), '{}')
  from (
    select b.id, b.name, b.slug, b.is_default, b.commit_hash from public.branches b
    where b.project_id = p_project_id order by b.is_default desc, b.id limit 1000) b
$function$;

CREATE OR REPLACE FUNCTION public.svc_pushed_task(p_project_id bigint, p_job_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_jsonb(row(t.job_id, t.task_id, t.project_id, t.branch_id, t.branch_ref, t.event, t.status, t.payload,
    t.started_at, t.duration_ms, t.created_at, t.source, t.commit_hash, t.pull_request, (
      select coalesce(array_agg(
        row(l.seq, l.level, l.message, l.at, l.rule, l.path, l.line_number, l.column_number)::public.pushed_task_line order by l.seq), '{}')
      from (select * from public.task_log_lines l where l.job_id = t.job_id order by l.seq limit 1000) l))::public.pushed_task)
  from public.task_logs t
  where t.job_id = p_job_id and t.project_id = p_project_id
$function$;

CREATE OR REPLACE FUNCTION public.svc_put_login_state(p_state_hash text, p_purpose text, p_integration_id bigint, p_browser_hash text, p_verifier text DEFAULT NULL::text, p_return_to text DEFAULT NULL::text, p_popup boolean DEFAULT true, p_auth_id uuid DEFAULT NULL::uuid, p_data jsonb DEFAULT '{}'::jsonb)
 RETURNS public.left_login
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  integration constant public.workspace_integrations := private.sign_in_integration(p_integration_id, p_purpose = 'login');
  ends timestamptz;
begin
  if p_purpose = 'connect' and p_auth_id is null then
    perform private.problem('sign_in_to_connect_account');
  end if;
  insert into private.login_states
    (state_hash, purpose, workspace_integration_id, browser_hash, verifier, return_to, popup, auth_id, data)
  values (p_state_hash, p_purpose, p_integration_id, p_browser_hash, p_verifier, p_return_to, p_popup, p_auth_id, coalesce(p_data, '{}'))
  on conflict (state_hash) do nothing
  returning expires_at into ends;
  if ends is null then
    perform private.problem('authentication_failed');
  end if;
  return row(integration.workspace_id, integration.kind, ends)::public.left_login;
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_record_commit(p_project_id bigint, p_token_hash text, p_branch_slug text, p_commit jsonb)
 RETURNS public.commits
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  branch public.branches;
  recorded public.commits;
begin
  perform private.require_ci_token(p_project_id, p_token_hash);
  select * into branch from public.branches b where b.project_id = p_project_id and b.slug = p_branch_slug;
  if branch.id is null then
    perform private.problem('branch_not_found');
  end if;
  insert into public.commits as c (branch_id, sha, project_id, workspace_id, parent_sha, message, author_name, author_email, committed_at)
  select branch.id, p_commit ->> 'sha', branch.project_id, p.workspace_id, p_commit ->> 'parent_sha',
    coalesce(p_commit ->> 'message', ''), p_commit ->> 'author_name', p_commit ->> 'author_email', (p_commit ->> 'committed_at')::timestamptz
  from public.projects p where p.id = branch.project_id
  -- What was analysed is history: a script adds to it, and rewrites only what it announced itself.
  on conflict (branch_id, sha) do update
    set parent_sha = excluded.parent_sha, message = excluded.message, author_name = excluded.author_name,
      author_email = excluded.author_email, committed_at = excluded.committed_at
    where c.analyzed_at is null;
  -- Of what never became content the newest stay.
  delete from public.commits c
  where c.branch_id = branch.id and c.sha in (
    select old.sha from public.commits old
    where old.branch_id = branch.id and old.analyzed_at is null
    order by old.created_at desc, old.sha offset 200);
  select * into recorded from public.commits c where c.branch_id = branch.id and c.sha = p_commit ->> 'sha';
  return recorded;
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_redeem_reset(p_email text, p_code text, p_workspace_id bigint, p_client text, p_browser_hash text DEFAULT NULL::text)
 RETURNS public.password_reset
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wait constant integer := private.guess_wait(p_email, p_client, p_browser_hash);
  verdict text;
  account_id bigint;
begin
  if wait > 0 then
    return row('invalid_code', null, null, wait)::public.password_reset;
  end if;
  verdict := private.check_code('reset_password', p_email, '', p_code, p_browser_hash);
  if verdict <> 'ok' then
    return row(case verdict when 'wrong' then 'invalid_code' else 'spent_code' end, null, null, 0)::public.password_reset;
  end if;
  account_id := private.account_of(p_email);
  if account_id is null then
    return row('invalid_code', null, null, 0)::public.password_reset;
  end if;
  if p_workspace_id is not null and not exists (
    select 1 from public.workspace_members m where m.workspace_id = p_workspace_id and m.user_id = account_id) then
    return row('not_member', null, null, 0)::public.password_reset;
  end if;
  -- Before the code is used up and a password changed that is of no use there.
  perform private.require_passwords(p_workspace_id);
  perform private.consume_code('reset_password', p_email, p_code, browser_hash => p_browser_hash);
  perform private.clear_login_throttle(account_id);
  perform private.keep_browser((select u.auth_id from public.users u where u.id = account_id), p_browser_hash);
  return (
    select row('ok', u.auth_id, a.email, 0)::public.password_reset
    from public.users u join auth.users a on a.id = u.auth_id where u.id = account_id);
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_take_login_state(p_state_hash text, p_browser_hash text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  held private.login_states;
begin
  delete from private.login_states s where s.state_hash = p_state_hash returning s.* into held;
  if not found or held.expires_at <= now() or held.browser_hash is distinct from p_browser_hash then
    return null;
  end if;
  return to_jsonb(row(held.purpose, held.workspace_integration_id,
    (select i.workspace_id from public.workspace_integrations i where i.id = held.workspace_integration_id),
    held.verifier, held.return_to, held.popup, held.auth_id, held.data)::public.returned_login);
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_take_sso_code(p_code_hash text, p_state_hash text, p_browser_hash text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  held private.sso_codes;
begin
  delete from private.sso_codes c where c.code_hash = p_code_hash returning c.* into held;
  if not found or held.expires_at <= now() or held.state_hash is distinct from p_state_hash
    or held.state_hash is null and (held.browser_hash = p_browser_hash) is not true then
    return null;
  end if;
  return to_jsonb(row(held.workspace_integration_id,
    (select i.workspace_id from public.workspace_integrations i where i.id = held.workspace_integration_id),
    held.profile)::public.taken_sso_code);
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_workspace_signup(p_workspace_id bigint, p_email text, p_code text, p_auth_id uuid, p_client text, p_browser_hash text DEFAULT NULL::text)
 RETURNS public.entry
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  address constant text := lower(btrim(p_email));
  subject constant text := 'workspace:' || p_workspace_id;
  wait integer;
  verdict text;
  account_id bigint;
begin
  perform private.require_registration(p_workspace_id);
  wait := private.guess_wait(address, p_client, p_browser_hash);
  if wait > 0 then
    return private.entry(null, 'invalid_code', retry_after => wait);
  end if;
  verdict := private.check_code('workspace_signup', address, subject, p_code, p_browser_hash);
  if verdict <> 'ok' then
    return private.entry(null, case verdict when 'wrong' then 'invalid_code' else 'spent_code' end);
  end if;
  perform private.give_guess_back(address, p_client, p_browser_hash);
  account_id := private.account_of(address);
  if account_id is null then
    if p_auth_id is null then
      return private.entry(null, 'needs_credential', email => address);
    end if;
    perform private.require_credential_of(p_auth_id, array[address]);
    account_id := private.ensure_user(p_auth_id, address);
  end if;
  perform private.consume_code('workspace_signup', address, p_code, subject, p_browser_hash);
  perform private.keep_browser((select u.auth_id from public.users u where u.id = account_id), p_browser_hash);
  return private.enter_workspace(account_id, p_workspace_id, p_client, p_browser_hash);
end
$function$;

COMMENT ON FUNCTION "private"."attempt_of"(public.billing_accounts, private.billing_attempts, boolean) IS 'An attempt with whom it is for at Stripe.';

COMMENT ON FUNCTION "private"."enter_workspace"(bigint, bigint, text, text) IS 'Who may enter a workspace, for every way in: a member, an address that the identity provider brought, an invited one, one on an approved domain; anybody else asks to join. Only confirmed addresses count; one that would count if it were confirmed is sent a code. A guest stays a guest; whose membership the identity provider ended stays out.';

COMMENT ON FUNCTION "private"."entry"(bigint, text, public.workspace_role, text, text, bigint, integer) IS 'How an attempt to enter a workspace ended, in the one shape that every way in answers with. Why a workspace is locked and whom to ask is for its members and who is invited.';

COMMENT ON FUNCTION "private"."external_login"(public.workspace_integrations, text, text, jsonb, jsonb, jsonb, uuid, text, text) IS 'Finds the account of somebody a provider vouches for, or makes it, and lets it into the workspace by the same rules as everybody. Never by an address that is not proven.';

COMMENT ON FUNCTION "private"."opened_integration"(bigint) IS 'An integration as whoever talks to its provider needs it; null when there is none.';

COMMENT ON FUNCTION "private"."service_account_with_secret"(public.project_service_accounts) IS 'A service account with its encrypted token.';

COMMENT ON FUNCTION "public"."svc_accept_invitation"(text, uuid, text, boolean) IS 'Accepts an invitation once, for the account of its address; a new account is made for a credential of that address.';

COMMENT ON FUNCTION "public"."svc_begin_attempt"(bigint, uuid, text, jsonb) IS 'Begins a change of a workspace''s plan, or takes up the same one that was cut off: its id is the key for Stripe. Refuses while another is under way; is_other: a checkout that has to be closed first, or a change cut off in the middle, of which something has to be put back.';

COMMENT ON FUNCTION "public"."svc_branch_to_push"(bigint, text, text) IS 'The branch that a push names, made where there is none.';

COMMENT ON FUNCTION "public"."svc_commits"(bigint, integer, integer, text) IS 'The commits of the project that a CI token is for, the newest first; with p_sha those of that hash.';

COMMENT ON FUNCTION "public"."svc_confirm_member_email"(bigint, text, text, text, text) IS 'Confirms the address of a waiting sign-in by its code, in the browser it happened in and in no other: a code that somebody types for their own sign-in is never tried for a stranger''s. The person then signs in again.';

COMMENT ON FUNCTION "public"."svc_enter_workspace"(uuid, bigint, text, text) IS 'Lets somebody who proved who they are by password or code into a workspace, or says why not.';

COMMENT ON FUNCTION "public"."svc_external_login"(bigint, text, text, jsonb, jsonb, jsonb, uuid, text, text, text) IS 'The sign-in of somebody at a provider (private.external_login). p_revision names the settings that the provider was asked with: once they have changed, nothing comes of what it said.';

COMMENT ON FUNCTION "public"."svc_login_lookup"(text, text, text) IS 'The credential behind a confirmed e-mail address or a username, within the limits of attempts: of a client at an account, of a known browser, of a client.';

COMMENT ON FUNCTION "public"."svc_pushed_branches"(bigint) IS 'The branches of a project, the default one first: for who pushes to it.';

COMMENT ON FUNCTION "public"."svc_put_login_state"(text, text, bigint, text, text, text, boolean, uuid, jsonb) IS 'Remembers a sign-in that leaves for its provider. A nonce that is known already is refused.';

COMMENT ON FUNCTION "public"."svc_record_commit"(bigint, text, text, jsonb) IS 'Announces a commit on a branch: for a push, whose CI token still holds, named by its SHA-256. {sha, parent_sha, message, author_name, author_email, committed_at}; answers the row. Of a branch the 200 newest stay that were never analysed.';

COMMENT ON FUNCTION "public"."svc_redeem_reset"(text, text, bigint, text, text) IS 'Uses a reset code up and says whose password may be set now.';

COMMENT ON FUNCTION "public"."svc_workspace_signup"(bigint, text, text, uuid, text, text) IS 'Uses a sign-up code: the account of the address, made where there is none, enters the workspace by the same rules as everybody.';

COMMENT ON TYPE "public"."billing_attempt" IS 'A change that is asked of Stripe, under its id. stripe_id: what Stripe made of it, where that is known; waited: a cancellation that it took back and that is put back where the change is not whole; is_other: a checkout that is open still, or a change that was cut off, of which something is closed or put back before anything else.';

COMMENT ON TYPE "public"."branch_slug" IS 'A branch by the name that addresses spell it with.';

COMMENT ON TYPE "public"."commit_item" IS 'A commit with the branch that it is on.';

COMMENT ON TYPE "public"."commit_page" IS 'A page of commits, and how many there are in all.';

COMMENT ON TYPE "public"."entry" IS 'How an attempt to enter a workspace ended. email: to be confirmed, or of the credential that is needed; retry_after: seconds, where too much was tried; auth_email: what Auth knows the account by; only_workspace_id: the workspace on whose provider''s word alone somebody came, for nothing but which their session is.';

COMMENT ON TYPE "public"."held_sso_code" IS 'Whom a code that nobody asked for would sign in, and where. account: the address that was said, where it is the account''s, or else its username; null where it would be a new one.';

COMMENT ON TYPE "public"."host_account" IS 'Somebody''s connected account at a Git host, with its encrypted tokens, {name: {ciphertext, key_id}}.';

COMMENT ON TYPE "public"."integration_workspace" IS 'The workspace of an integration, with the domain that it is served at.';

COMMENT ON TYPE "public"."left_login" IS 'A sign-in that leaves for its provider: of which workspace and kind, and how long it may take.';

COMMENT ON TYPE "public"."login_lookup" IS 'The credential that somebody names, null for a stranger, and how many seconds they have to wait before they try a password.';

COMMENT ON TYPE "public"."login_under_way" IS 'A sign-in on its way, as anybody who holds its nonce may know it. data: the redirect address and the settings that the provider was asked with.';

COMMENT ON TYPE "public"."opened_integration" IS 'An integration with its encrypted secrets, {name: {ciphertext, key_id}}. revision names its present settings, callback_key is of the redirect address of a custom configuration.';

COMMENT ON TYPE "public"."opened_service_account" IS 'Whom a project is read as, with the encrypted token, {ciphertext, key_id}.';

COMMENT ON TYPE "public"."password_reset" IS 'What came of a reset code: ok with the credential whose password may be set now, or invalid_code, spent_code or not_member, and how many seconds to wait.';

COMMENT ON TYPE "public"."priced_plan" IS 'A plan and interval with its prices, in cents, and Stripe''s names of them.';

COMMENT ON TYPE "public"."project_source" IS 'Where the content of a project lives and what opens it: the service account, or without one the account of who made or connected it.';

COMMENT ON TYPE "public"."pushed_branch" IS 'A branch, as who pushes to its project knows it.';

COMMENT ON TYPE "public"."pushed_task" IS 'A task with its log, as who pushed for it sees it.';

COMMENT ON TYPE "public"."pushed_task_line" IS 'What a task said: with the file, line and column that it is about, where it is about one.';

COMMENT ON TYPE "public"."returned_login" IS 'The same as it ends, in the browser that began it: with the encrypted PKCE verifier, and who connects.';

COMMENT ON TYPE "public"."source_project" IS 'A project that comes from a repository.';

COMMENT ON TYPE "public"."source_repository" IS 'The repository that a project comes from, as its host names it, and what is written there.';

COMMENT ON TYPE "public"."subscribing_account" IS 'A workspace''s account with its ids at Stripe, and the price list. ahead: seconds that its clock at Stripe is ahead; reads: the last reading that was applied; owes: a payment is due, also of a plan that was cancelled since.';

COMMENT ON TYPE "public"."taken_sso_code" IS 'What an identity provider said of somebody, as their browser fetches it.';

REVOKE ALL ON FUNCTION "private"."attempt_of"(public.billing_accounts, private.billing_attempts, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."attempt_of"(public.billing_accounts, private.billing_attempts, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."enter_workspace"(bigint, bigint, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."enter_workspace"(bigint, bigint, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."entry"(bigint, text, public.workspace_role, text, text, bigint, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."entry"(bigint, text, public.workspace_role, text, text, bigint, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."external_login"(public.workspace_integrations, text, text, jsonb, jsonb, jsonb, uuid, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."external_login"(public.workspace_integrations, text, text, jsonb, jsonb, jsonb, uuid, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."opened_integration"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."opened_integration"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."service_account_with_secret"(public.project_service_accounts) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."service_account_with_secret"(public.project_service_accounts) TO "postgres";

REVOKE ALL ON FUNCTION "public"."svc_accept_invitation"(text, uuid, text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_accept_invitation"(text, uuid, text, boolean) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_begin_attempt"(bigint, uuid, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_begin_attempt"(bigint, uuid, text, jsonb) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_branch_to_push"(bigint, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_branch_to_push"(bigint, text, text) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_commits"(bigint, integer, integer, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_commits"(bigint, integer, integer, text) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_confirm_member_email"(bigint, text, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_confirm_member_email"(bigint, text, text, text, text) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_enter_workspace"(uuid, bigint, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_enter_workspace"(uuid, bigint, text, text) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_external_login"(bigint, text, text, jsonb, jsonb, jsonb, uuid, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_external_login"(bigint, text, text, jsonb, jsonb, jsonb, uuid, text, text, text) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_login_lookup"(text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_login_lookup"(text, text, text) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_pushed_branches"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_pushed_branches"(bigint) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_put_login_state"(text, text, bigint, text, text, text, boolean, uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_put_login_state"(text, text, bigint, text, text, text, boolean, uuid, jsonb) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_record_commit"(bigint, text, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_record_commit"(bigint, text, text, jsonb) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_redeem_reset"(text, text, bigint, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_redeem_reset"(text, text, bigint, text, text) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_workspace_signup"(bigint, text, text, uuid, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_workspace_signup"(bigint, text, text, uuid, text, text) TO "postgres", "service_role";

GRANT USAGE ON TYPE "public"."billing_attempt" TO "postgres";

GRANT USAGE ON TYPE "public"."branch_slug" TO "postgres";

GRANT USAGE ON TYPE "public"."commit_item" TO "postgres";

GRANT USAGE ON TYPE "public"."commit_page" TO "postgres";

GRANT USAGE ON TYPE "public"."entry" TO "postgres";

GRANT USAGE ON TYPE "public"."held_sso_code" TO "postgres";

GRANT USAGE ON TYPE "public"."host_account" TO "postgres";

GRANT USAGE ON TYPE "public"."integration_workspace" TO "postgres";

GRANT USAGE ON TYPE "public"."left_login" TO "postgres";

GRANT USAGE ON TYPE "public"."login_lookup" TO "postgres";

GRANT USAGE ON TYPE "public"."login_under_way" TO "postgres";

GRANT USAGE ON TYPE "public"."opened_integration" TO "postgres";

GRANT USAGE ON TYPE "public"."opened_service_account" TO "postgres";

GRANT USAGE ON TYPE "public"."password_reset" TO "postgres";

GRANT USAGE ON TYPE "public"."priced_plan" TO "postgres";

GRANT USAGE ON TYPE "public"."project_source" TO "postgres";

GRANT USAGE ON TYPE "public"."pushed_branch" TO "postgres";

GRANT USAGE ON TYPE "public"."pushed_task" TO "postgres";

GRANT USAGE ON TYPE "public"."pushed_task_line" TO "postgres";

GRANT USAGE ON TYPE "public"."returned_login" TO "postgres";

GRANT USAGE ON TYPE "public"."source_project" TO "postgres";

GRANT USAGE ON TYPE "public"."source_repository" TO "postgres";

GRANT USAGE ON TYPE "public"."subscribing_account" TO "postgres";

GRANT USAGE ON TYPE "public"."taken_sso_code" TO "postgres";
