set local check_function_bodies = off;

CREATE TABLE "private"."scim_connections" ("workspace_id" bigint NOT NULL, "enabled" boolean NOT NULL DEFAULT true, "default_role" public.workspace_role NOT NULL DEFAULT 'viewer'::public.workspace_role, "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "scim_connections_default_role_check" CHECK ((default_role = ANY (ARRAY['guest'::public.workspace_role, 'viewer'::public.workspace_role, 'maker'::public.workspace_role, 'admin'::public.workspace_role]))), CONSTRAINT "scim_connections_pkey" PRIMARY KEY (workspace_id));

ALTER TABLE "private"."scim_connections" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."scim_errors" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "workspace_id" bigint NOT NULL, "request" text NOT NULL, "status" integer NOT NULL, "detail" text NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "scim_errors_detail_check" CHECK ((length(detail) <= 500)), CONSTRAINT "scim_errors_pkey" PRIMARY KEY (id), CONSTRAINT "scim_errors_request_check" CHECK ((length(request) <= 200)));

ALTER TABLE "private"."scim_errors" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."scim_group_people" ("team_id" bigint NOT NULL, "person_id" bigint NOT NULL, CONSTRAINT "scim_group_people_pkey" PRIMARY KEY (team_id, person_id));

ALTER TABLE "private"."scim_group_people" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."scim_groups" ("team_id" bigint NOT NULL, "external_id" text, "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "scim_groups_external_id_check" CHECK (((length(external_id) >= 1) AND (length(external_id) <= 255))), CONSTRAINT "scim_groups_pkey" PRIMARY KEY (team_id));

ALTER TABLE "private"."scim_groups" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."scim_people" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "workspace_id" bigint NOT NULL, "user_id" bigint, "user_name" text NOT NULL, "email" text NOT NULL, "external_id" text, "role" public.workspace_role, "active" boolean NOT NULL DEFAULT true, "attributes" jsonb NOT NULL DEFAULT '{}'::jsonb, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "updated_at" timestamp with time zone NOT NULL DEFAULT now(), "deleted_at" timestamp with time zone, CONSTRAINT "scim_people_attributes_check" CHECK (((jsonb_typeof(attributes) = 'object'::text) AND (length((attributes)::text) <= 20000))), CONSTRAINT "scim_people_external_id_check" CHECK (((length(external_id) >= 1) AND (length(external_id) <= 255))), CONSTRAINT "scim_people_pkey" PRIMARY KEY (id), CONSTRAINT "scim_people_role_check" CHECK ((role = ANY (ARRAY['guest'::public.workspace_role, 'viewer'::public.workspace_role, 'maker'::public.workspace_role, 'admin'::public.workspace_role]))), CONSTRAINT "scim_people_user_name_check" CHECK (((length(user_name) >= 1) AND (length(user_name) <= 255))), CONSTRAINT "scim_people_email_check" CHECK (private.is_email(email)));

ALTER TABLE "private"."scim_people" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."scim_tokens" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "workspace_id" bigint NOT NULL, "token_hash" bytea NOT NULL, "token_prefix" text NOT NULL, "creator_id" bigint, "last_used_at" timestamp with time zone, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "scim_tokens_pkey" PRIMARY KEY (id), CONSTRAINT "scim_tokens_token_hash_key" UNIQUE (token_hash));

ALTER TABLE "private"."scim_tokens" ENABLE ROW LEVEL SECURITY;

CREATE TYPE "public"."new_scim_token" AS ("id" bigint, "access_token_prefix" text, "access_token" text, "created_at" timestamp with time zone);

CREATE TYPE "public"."scim_error" AS ("request" text, "status" integer, "detail" text, "created_at" timestamp with time zone);

CREATE TYPE "public"."scim_token" AS ("id" bigint, "access_token_prefix" text, "creator" public.token_creator, "last_used" timestamp with time zone, "created_at" timestamp with time zone);

CREATE TYPE "public"."scim_overview" AS ("enabled" boolean, "default_role" public.workspace_role, "tokens" public.scim_token[], "people" bigint, "waiting" bigint, "deactivated" bigint, "groups" bigint, "last_synced_at" timestamp with time zone, "last_changed_at" timestamp with time zone, "errors" public.scim_error[]);

ALTER TYPE "public"."member_item" ADD ATTRIBUTE "is_provisioned" boolean CASCADE;

CREATE OR REPLACE FUNCTION private.become_member(workspace_id bigint, user_id bigint, role public.workspace_role, via text, client text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_nothing_against(private.reason_against_entering(workspace_id, user_id, via));
  perform private.feature_gate(workspace_id, case when role = 'guest' then 'guests' else 'members' end);
  insert into public.workspace_members as m (workspace_id, user_id, role, last_seen_at)
  values (become_member.workspace_id, become_member.user_id, become_member.role, now())
  on conflict on constraint workspace_members_pkey do nothing;
  if not found then
    return false;
  end if;
  delete from public.join_requests j where j.workspace_id = become_member.workspace_id and j.user_id = become_member.user_id;
  perform private.log_activity_of(workspace_id, 'workspace.member.joined', user_id, client, jsonb_build_object('via', via, 'role', role, 'user_id', user_id));
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION private.end_provisioned(person private.scim_people)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  theirs public.workspace_role;
begin
  select m.role into theirs from public.workspace_members m
  where m.workspace_id = person.workspace_id and m.user_id = person.user_id
  for update;
  if not found then
    return;
  end if;
  perform private.require_nothing_against(private.reason_against_changing(null, person.user_id, 'admin', theirs));
  delete from public.workspace_members m where m.workspace_id = person.workspace_id and m.user_id = person.user_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.enter_workspace(user_id bigint, workspace_id bigint, client text, browser_hash text DEFAULT NULL::text)
 RETURNS jsonb
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

CREATE OR REPLACE FUNCTION private.entry(user_id bigint, outcome text, role public.workspace_role DEFAULT NULL::public.workspace_role, join_request_status text DEFAULT NULL::text, email text DEFAULT NULL::text, workspace_id bigint DEFAULT NULL::bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'outcome', outcome,
    'entered', outcome in ('member', 'provisioned', 'invited', 'approved_domain'),
    'role', role,
    'join_request_status', join_request_status,
    'confirmation_required', outcome = 'confirmation_required',
    'email', email,
    'owner_email', (
      select e.email from public.emails e
      where outcome = 'locked' and knows_it and e.user_id = private.oldest_owner_id(entry.workspace_id) and e.is_primary),
    'lock_reason', (select w.lock_reason from public.workspaces w where outcome = 'locked' and knows_it and w.id = entry.workspace_id),
    'retry_after', 0,
    'user_id', entry.user_id,
    'auth_id', (select u.auth_id from public.users u where u.id = entry.user_id),
    'auth_email', (select a.email from public.users u join auth.users a on a.id = u.auth_id where u.id = entry.user_id),
    'has_password', (select u.has_password from public.users u where u.id = entry.user_id))
  from (
    select exists (select 1 from public.workspace_members m where m.workspace_id = entry.workspace_id and m.user_id = entry.user_id)
      or private.live_invitation(entry.workspace_id, array(
        select e.email from public.emails e where e.user_id = entry.user_id and e.confirmed_at is not null)) is not null as knows_it
  ) asker
$function$;

CREATE OR REPLACE FUNCTION private.external_login(integration public.workspace_integrations, p_external_id text, p_username text, p_emails jsonb, p_data jsonb, p_tokens jsonb, p_auth_id uuid, p_browser_hash text, p_client text)
 RETURNS jsonb
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
    return jsonb_build_object('outcome', 'no_email', 'entered', false, 'retry_after', 0);
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
      return jsonb_build_object('outcome', 'not_registered', 'entered', false, 'retry_after', 0);
    end if;
    if p_auth_id is null then
      return jsonb_build_object('outcome', 'needs_credential', 'email', private.most_useful_email(host.id, proven), 'retry_after', 0);
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
  return private.enter_workspace(account_id, host.id, p_client, p_browser_hash)
    || jsonb_build_object('only_workspace_id', case when not is_proven then host.id end);
end
$function$;

CREATE OR REPLACE FUNCTION private.feature_pending(workspace_id bigint, feature text)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return case when feature in ('members', 'guests', 'owners', 'editors', 'viewers') then (
    select count(*) from public.workspace_invitations i
    where i.workspace_id = feature_pending.workspace_id and private.is_live(i)
      and case feature
        when 'members' then i.role <> 'guest'
        when 'guests' then i.role = 'guest'
        when 'owners' then i.role = 'owner'
        when 'viewers' then i.role = 'viewer'
        else i.role in ('owner', 'admin', 'billing', 'maker')
      end)::integer
    + (select count(*) from private.scim_people p
      join private.scim_connections c on c.workspace_id = p.workspace_id and c.enabled
      cross join coalesce(p.role, c.default_role) becomes
      where p.workspace_id = feature_pending.workspace_id and private.scim_awaits(p)
        and case feature
          when 'members' then becomes <> 'guest'
          when 'guests' then becomes = 'guest'
          when 'viewers' then becomes = 'viewer'
          when 'editors' then becomes in ('admin', 'maker')
          else false
        end)::integer
  end;
end
$function$;

CREATE OR REPLACE FUNCTION private.follow_provisioned()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person private.scim_people;
begin
  select p.* into person from private.scim_people p
  where p.workspace_id = new.workspace_id and p.active and p.deleted_at is null
    and (p.user_id = new.user_id or p.user_id is null and p.email in (
      select e.email from public.emails e where e.user_id = new.user_id and e.confirmed_at is not null))
  order by p.user_id is null, p.id
  limit 1
  for update;
  if not found then
    return null;
  end if;
  update private.scim_people p set user_id = new.user_id where p.id = person.id and p.user_id is null;
  if person.role <> new.role and new.role <= 'admin' and private.scim_is_on(new.workspace_id) then
    perform private.gate_seats(new.workspace_id, private.seats_taken(new.role, person.role));
    update public.workspace_members m set role = person.role where m.workspace_id = new.workspace_id and m.user_id = new.user_id;
  end if;
  insert into public.team_members (team_id, user_id)
  select g.team_id, new.user_id from private.scim_group_people g where g.person_id = person.id
  on conflict do nothing;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.follow_scim_role(person private.scim_people)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  theirs public.workspace_role;
begin
  select m.role into theirs from public.workspace_members m
  where m.workspace_id = person.workspace_id and m.user_id = person.user_id
  for update;
  -- Who is above an admin stays what they are, whatever is said.
  if theirs is null or person.role is null or theirs = person.role or theirs > 'admin' then
    return;
  end if;
  perform private.gate_seats(person.workspace_id, private.seats_taken(theirs, person.role));
  update public.workspace_members m set role = person.role where m.workspace_id = person.workspace_id and m.user_id = person.user_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.follow_team_members()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into private.scim_group_people (team_id, person_id)
    select new.team_id, p.id
    from public.teams t join private.scim_people p on p.workspace_id = t.workspace_id and p.user_id = new.user_id and p.deleted_at is null
    where t.id = new.team_id
    on conflict do nothing;
  else
    -- Who is deactivated keeps their teams for when they come back.
    delete from private.scim_group_people g
    using public.teams t
    join public.workspace_members m on m.workspace_id = t.workspace_id and m.user_id = old.user_id
    join private.scim_people p on p.workspace_id = t.workspace_id and p.user_id = old.user_id
    where t.id = old.team_id and g.team_id = t.id and g.person_id = p.id;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.gate_provisioned(person private.scim_people)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  becomes constant public.workspace_role := coalesce(person.role, (
    select c.default_role from private.scim_connections c where c.workspace_id = person.workspace_id));
  seat constant text := case when becomes = 'guest' then 'guests' else 'members' end;
begin
  -- Their own row is among those that wait.
  if private.scim_awaits(person) then
    perform private.feature_gate(person.workspace_id, seat, greatest(coalesce(private.feature_pending(person.workspace_id, seat), 0), 1));
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_admitted(person private.scim_people)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return person.id is not null and person.active and person.deleted_at is null and private.scim_is_on(person.workspace_id)
    and private.plan_holds(person.workspace_id, 'scim');
end
$function$;

CREATE OR REPLACE FUNCTION private.link_provisioned(person private.scim_people)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select m.user_id from public.workspace_members m
  where m.workspace_id = person.workspace_id and m.user_id = private.account_of(person.email)
    and not exists (
      select 1 from private.scim_people other
      where other.workspace_id = person.workspace_id and other.user_id = m.user_id and other.deleted_at is null)
$function$;

CREATE OR REPLACE FUNCTION private.log_scim(workspace_id bigint, change text, person private.scim_people, client text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.log_activity_of(workspace_id, 'workspace.scim.user_' || change, null, client,
    jsonb_build_object('email', person.email, 'role', person.role, 'via', 'scim'))
$function$;

CREATE OR REPLACE FUNCTION private.most_useful_email(workspace_id bigint, emails text[])
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(
    (select address from unnest(emails) with ordinality as list (address, n)
     where private.is_admitted(private.provisioned(workspace_id, null, array[address])) order by n limit 1),
    private.live_invitation(workspace_id, emails),
    (select address from unnest(emails) with ordinality as list (address, n)
     where private.approved_role(workspace_id, array[address]) is not null order by n limit 1),
    emails[1])
$function$;

CREATE OR REPLACE FUNCTION private.note_left()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Whose account is gone may come back with a new one.
  update private.scim_people p set active = false, updated_at = now()
  where p.workspace_id = old.workspace_id and p.user_id = old.user_id and p.deleted_at is null and p.active
    and exists (select 1 from public.users u where u.id = old.user_id);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.provisioned(workspace_id bigint, user_id bigint, emails text[])
 RETURNS private.scim_people
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p from private.scim_people p
  where p.workspace_id = provisioned.workspace_id
    and (p.user_id = provisioned.user_id
      -- One row is one person: who has the address after them is not who it was given to, but barred as they are.
      or p.email = any (provisioned.emails) and (p.user_id is null or not p.active or p.deleted_at is not null or not exists (
        select 1 from public.workspace_members m where m.workspace_id = p.workspace_id and m.user_id = p.user_id)))
  order by p.active and p.deleted_at is null desc, p.id desc
  limit 1
$function$;

CREATE OR REPLACE FUNCTION private.reason_against_changing_by_hand(workspace_id bigint, user_id bigint, theirs public.workspace_role, wanted public.workspace_role)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return case when wanted <> theirs and wanted <> 'owner' and theirs <= 'admin' and private.scim_is_on(workspace_id) and exists (
    select 1 from private.scim_people p
    where p.workspace_id = reason_against_changing_by_hand.workspace_id and p.user_id = reason_against_changing_by_hand.user_id
      and p.deleted_at is null and p.role is not null) then 'role_managed_by_provider' end;
end
$function$;

CREATE OR REPLACE FUNCTION private.reason_against_entering(workspace_id bigint, user_id bigint, via text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant private.scim_people := private.provisioned(workspace_id, user_id, array(
    select e.email from public.emails e where e.user_id = reason_against_entering.user_id and e.confirmed_at is not null));
begin
  if person.id is null or person.active and person.deleted_at is null then
    return null;
  end if;
  -- Where the identity provider says nothing any more, a person of the workspace may decide otherwise; a rule may not.
  if via in ('invitation', 'join_request') and not private.scim_is_on(workspace_id) then
    return null;
  end if;
  return 'membership_ended_by_provider';
end
$function$;

CREATE OR REPLACE FUNCTION private.require_scim_permission(workspace_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_seats_with(workspace_id, 'WorkspaceIntegrationCreateUpdateDelete');
end
$function$;

CREATE OR REPLACE FUNCTION private.require_scim_person(person jsonb, host_id bigint, own_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if coalesce(length(person ->> 'user_name'), 0) not between 1 and 255 or not private.is_name(person ->> 'user_name') then
    perform private.problem('scim_user_name_invalid', 'userName');
  end if;
  if length(person ->> 'external_id') > 255 or length((person -> 'attributes')::text) > 20000 then
    perform private.problem('scim_value_too_long');
  end if;
  if exists (
    select 1 from private.scim_people p
    where p.workspace_id = host_id and p.deleted_at is null and p.id is distinct from own_id
      and (lower(normalize(p.user_name)) = lower(normalize(person ->> 'user_name')) or p.email = lower(btrim(person ->> 'email')))) then
    perform private.problem('scim_user_taken');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_scim_version(resource jsonb, expected text[])
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not (resource #>> '{meta,version}' = any (expected)) then
    perform private.problem('scim_version_changed');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.scim_awaits(person private.scim_people)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select person.active and person.deleted_at is null and not exists (
    select 1 from public.workspace_members m where m.workspace_id = person.workspace_id and m.user_id = person.user_id)
$function$;

CREATE OR REPLACE FUNCTION private.scim_folded(resource jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  -- Names of attributes have no case in SCIM, and most values neither. Those that do stand as they are.
  select lower(resource::text)::jsonb || jsonb_build_object('id', resource -> 'id', 'externalid', resource -> 'externalId')
$function$;

CREATE OR REPLACE FUNCTION private.scim_group(team public.teams, with_members boolean)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (private.scim_versioned(shown.resource || jsonb_build_object('digest', shown.digest)) - 'digest')
    || case when with_members then jsonb_build_object('members', coalesce((
      select jsonb_agg(jsonb_build_object('value', g.person_id::text, 'type', 'User') order by g.person_id)
      from private.scim_group_people g where g.team_id = team.id), '[]')) else '{}' end
  from (
    select jsonb_build_object('id', team.id::text, 'displayName', team.name,
      'meta', jsonb_build_object('resourceType', 'Group', 'created', private.scim_time(team.created_at),
        'lastModified', private.scim_time(greatest(team.updated_at, g.updated_at))))
      || case when g.external_id is null then '{}' else jsonb_build_object('externalId', g.external_id) end as resource,
      (select md5(string_agg(p.person_id::text, ',' order by p.person_id)) from private.scim_group_people p where p.team_id = team.id) as digest
    from (values (1)) one left join private.scim_groups g on g.team_id = team.id
  ) shown
$function$;

CREATE OR REPLACE FUNCTION private.scim_host(token text)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host_id bigint;
begin
  select t.workspace_id into host_id
  from private.scim_tokens t
  join private.scim_connections c on c.workspace_id = t.workspace_id and c.enabled
  join public.workspaces w on w.id = t.workspace_id and not private.is_locked(w)
  where t.token_hash = extensions.digest(scim_host.token, 'sha256');
  if host_id is null or not private.plan_holds(host_id, 'scim') then
    perform private.problem('scim_token_invalid');
  end if;
  return host_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.scim_is_on(workspace_id bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select 1 from private.scim_connections c where c.workspace_id = scim_is_on.workspace_id and c.enabled)
$function$;

CREATE OR REPLACE FUNCTION private.scim_person(host_id bigint, id text)
 RETURNS private.scim_people
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person private.scim_people;
begin
  if id ~ '^[1-9][0-9]{0,17}$' then
    select * into person from private.scim_people p
    where p.id = scim_person.id::bigint and p.workspace_id = host_id and p.deleted_at is null;
  end if;
  if person.id is null then
    perform private.problem('scim_user_not_found');
  end if;
  return person;
end
$function$;

CREATE OR REPLACE FUNCTION private.scim_role_of(given text)
 RETURNS public.workspace_role
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if given is not null and given not in ('guest', 'viewer', 'maker', 'admin') then
    perform private.problem('scim_role_not_given', 'roles');
  end if;
  return given::public.workspace_role;
end
$function$;

CREATE OR REPLACE FUNCTION private.scim_team(host_id bigint, id text)
 RETURNS public.teams
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  team public.teams;
begin
  if id ~ '^[1-9][0-9]{0,17}$' then
    select * into team from public.teams t where t.id = scim_team.id::bigint and t.workspace_id = host_id;
  end if;
  if team.id is null then
    perform private.problem('scim_group_not_found');
  end if;
  return team;
end
$function$;

CREATE OR REPLACE FUNCTION private.scim_time(moment timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select to_char(moment at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$function$;

CREATE OR REPLACE FUNCTION private.scim_user(person private.scim_people)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.scim_versioned(person.attributes
    || case when person.external_id is null then '{}' else jsonb_build_object('externalId', person.external_id) end
    || jsonb_build_object(
      'id', person.id::text, 'userName', person.user_name, 'active', person.active,
      'groups', coalesce((
        select jsonb_agg(jsonb_build_object('value', t.id::text, 'display', t.name, 'type', 'direct') order by t.id)
        from private.scim_group_people g join public.teams t on t.id = g.team_id where g.person_id = person.id), '[]'),
      'meta', jsonb_build_object('resourceType', 'User', 'created', private.scim_time(person.created_at),
        'lastModified', private.scim_time(person.updated_at))))
$function$;

CREATE OR REPLACE FUNCTION private.scim_versioned(resource jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select jsonb_set(resource, '{meta,version}', to_jsonb(md5(resource::text)))
$function$;

CREATE OR REPLACE FUNCTION private.set_scim_members(team_id bigint, members jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wanted constant bigint[] := array(
    select distinct (case when m ~ '^[1-9][0-9]{0,17}$' then m end)::bigint from jsonb_array_elements_text(members) m);
  host_id constant bigint := (select t.workspace_id from public.teams t where t.id = set_scim_members.team_id);
  added integer;
  removed bigint[];
begin
  if cardinality(wanted) <> (
    select count(*) from private.scim_people p where p.id = any (wanted) and p.workspace_id = host_id and p.deleted_at is null) then
    perform private.problem('scim_member_unknown', 'members');
  end if;
  with gone as (
    delete from private.scim_group_people g
    where g.team_id = set_scim_members.team_id and not (g.person_id = any (wanted))
    returning g.person_id)
  select coalesce(array_agg(gone.person_id), '{}') into removed from gone;
  delete from public.team_members tm using private.scim_people p
  where tm.team_id = set_scim_members.team_id and p.id = any (removed) and tm.user_id = p.user_id;
  insert into private.scim_group_people (team_id, person_id)
  select set_scim_members.team_id, unnest(wanted)
  on conflict do nothing;
  get diagnostics added = row_count;
  insert into public.team_members (team_id, user_id)
  select set_scim_members.team_id, m.user_id
  from private.scim_people p join public.workspace_members m on m.workspace_id = p.workspace_id and m.user_id = p.user_id
  where added > 0 and p.id = any (wanted)
  on conflict do nothing;
  return added > 0 or cardinality(removed) > 0;
end
$function$;

CREATE OR REPLACE FUNCTION public.assignable_roles(p_workspace_id bigint, p_user_id bigint DEFAULT NULL::bigint)
 RETURNS public.assignable_role[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  mine constant public.workspace_role := private.workspace_role(p_workspace_id);
  theirs public.workspace_role;
  against text;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceMembersInvite');
  if p_user_id is not null then
    select m.role into theirs from public.workspace_members m where m.workspace_id = p_workspace_id and m.user_id = p_user_id;
    if not found then
      perform private.problem('member_not_found');
    end if;
    against := coalesce(
      private.reason_against_changing(private.current_user_id(), p_user_id, mine, theirs),
      case when not private.can_in_workspace(p_workspace_id, 'WorkspaceMembersPromote') then 'role_does_not_promote' end);
  end if;
  return array(
    select row(choice.role, choice.reason is null, private.sentence(choice.reason),
      choice.role = 'guest' and not private.feature_allows(p_workspace_id, 'guests'))::public.assignable_role
    from (
      select role, coalesce(against, case
        when p_user_id is null then private.reason_against_inviting(mine, role)
        else coalesce(private.reason_against_giving(mine, theirs, role),
          private.reason_against_changing_by_hand(p_workspace_id, p_user_id, theirs, role)) end) as reason
      from unnest(enum_range(null::public.workspace_role)) role
    ) choice
    order by choice.role desc
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.change_member_role(p_workspace_id bigint, p_user_id bigint, p_role public.workspace_role)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  mine public.workspace_role;
  theirs public.workspace_role;
begin
  mine := private.lock_seats_with(p_workspace_id, 'WorkspaceMembersPromote');
  select m.role into theirs from public.workspace_members m
  where m.workspace_id = p_workspace_id and m.user_id = p_user_id
  for update;
  if not found then
    perform private.problem('member_not_found');
  end if;
  perform private.require_may_change_member(p_workspace_id, p_user_id, mine, theirs);
  perform private.require_nothing_against(private.reason_against_giving(mine, theirs, p_role));
  perform private.require_nothing_against(private.reason_against_changing_by_hand(p_workspace_id, p_user_id, theirs, p_role));
  if p_role = theirs then
    return;
  end if;
  perform private.gate_seats(p_workspace_id, private.seats_taken(theirs, p_role));
  update public.workspace_members m set role = p_role where m.workspace_id = p_workspace_id and m.user_id = p_user_id;
end
$function$;

CREATE OR REPLACE FUNCTION public.create_scim_token(p_workspace_id bigint)
 RETURNS public.new_scim_token
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  token constant text := 'wmscim_' || translate(rtrim(encode(extensions.gen_random_bytes(32), 'base64'), '='), '+/', '-_');
  made private.scim_tokens;
begin
  perform private.require_scim_permission(p_workspace_id);
  perform private.require_recent_proof();
  perform private.feature_gate(p_workspace_id, 'scim');
  if (select count(*) from private.scim_tokens t where t.workspace_id = p_workspace_id) >= 2 then
    perform private.problem('too_many_scim_tokens');
  end if;
  insert into private.scim_tokens (workspace_id, token_hash, token_prefix, creator_id)
  values (p_workspace_id, extensions.digest(token, 'sha256'), left(token, 11), private.current_user_id())
  returning * into made;
  perform private.log_activity(p_workspace_id, 'workspace.scim.token_created', jsonb_build_object('token', made.token_prefix));
  perform private.mail_account(private.current_user_id(), 'token_created', jsonb_build_object(
    'token', 'SCIM', 'workspace', (select w.name from public.workspaces w where w.id = p_workspace_id)));
  return row(made.id, made.token_prefix, token, made.created_at)::public.new_scim_token;
end
$function$;

CREATE OR REPLACE FUNCTION public.delete_scim_token(p_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  held private.scim_tokens;
begin
  select * into held from private.scim_tokens t where t.id = p_id;
  if not found or private.workspace_role(held.workspace_id) is null then
    perform private.problem('token_not_found');
  end if;
  perform private.require_scim_permission(held.workspace_id);
  delete from private.scim_tokens t where t.id = p_id;
  if found then
    perform private.log_activity(held.workspace_id, 'workspace.scim.token_deleted', jsonb_build_object('token', held.token_prefix));
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.list_members(p_workspace_id bigint, p_search text DEFAULT NULL::text, p_roles public.workspace_role[] DEFAULT NULL::public.workspace_role[], p_order text DEFAULT 'name'::text, p_limit integer DEFAULT 500, p_offset integer DEFAULT 0)
 RETURNS public.member_page
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  me constant bigint := private.current_user_id();
  mine constant public.workspace_role := private.workspace_role(p_workspace_id);
  promotes constant boolean := private.can_in_workspace(p_workspace_id, 'WorkspaceMembersPromote');
  removes constant boolean := private.can_in_workspace(p_workspace_id, 'WorkspaceMembersApprove');
  is_managed constant boolean := private.scim_is_on(p_workspace_id);
  page public.member_page;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceMembersRead');
  if (ltrim(p_order, '-') in ('name', 'role', 'created_at', 'last_seen_at')) is not true then
    perform private.problem('order_of_members_unknown');
  end if;
  select count(*) into page.total
  from public.workspace_members m join private.people p on p.user_id = m.user_id
  where m.workspace_id = p_workspace_id and (p_roles is null or m.role = any (p_roles)) and private.is_found(p, p_search, true);
  select coalesce(array_agg(row((found.person).*, found.role, found.last_seen_at, found.created_at, found.user_id = me,
    promotes and found.reason is null and (found.by_hand is null or mine = 'owner'), removes and found.reason is null,
    private.sentence(coalesce(found.reason, case when not promotes then 'role_does_not_promote' end, found.by_hand)),
    found.is_provisioned)::public.member_item
    order by found.place), '{}')
  into page.items
  from (
    select p as person, m.user_id, m.role, m.last_seen_at, m.created_at,
      private.reason_against_changing(me, m.user_id, mine, m.role) as reason,
      case when s.role is not null and m.role <= 'admin' then 'role_managed_by_provider' end as by_hand, s.id is not null as is_provisioned,
      row_number() over (order by
        case p_order when 'name' then p.display_name end collate private.natural,
        case p_order when '-name' then p.display_name end collate private.natural desc,
        case p_order when 'role' then m.role end,
        case p_order when '-role' then m.role end desc,
        case p_order when 'created_at' then m.created_at when 'last_seen_at' then coalesce(m.last_seen_at, '-infinity') end,
        case p_order when '-created_at' then m.created_at when '-last_seen_at' then coalesce(m.last_seen_at, '-infinity') end desc,
        m.user_id) as place
    from public.workspace_members m join private.people p on p.user_id = m.user_id
    left join private.scim_people s on s.workspace_id = m.workspace_id and s.user_id = m.user_id and s.deleted_at is null and is_managed
    where m.workspace_id = p_workspace_id and (p_roles is null or m.role = any (p_roles)) and private.is_found(p, p_search, true)
    order by place
    limit private.page_size(p_limit, 500, 1000) offset greatest(coalesce(p_offset, 0), 0)
  ) found;
  return page;
end
$function$;

CREATE OR REPLACE FUNCTION public.scim_overview(p_workspace_id bigint)
 RETURNS public.scim_overview
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  overview public.scim_overview;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceIntegrationCreateUpdateDelete');
  select coalesce(c.enabled, false), coalesce(c.default_role, 'viewer') into overview.enabled, overview.default_role
  from (values (1)) one left join private.scim_connections c on c.workspace_id = p_workspace_id;
  overview.tokens := array(
    select row(t.id, t.token_prefix,
      (select row(u.id, private.display_name(u))::public.token_creator from public.users u where u.id = t.creator_id),
      t.last_used_at, t.created_at)::public.scim_token
    from private.scim_tokens t where t.workspace_id = p_workspace_id order by t.created_at, t.id);
  select count(*), count(*) filter (where private.scim_awaits(p)), count(*) filter (where not p.active), max(p.updated_at)
  into overview.people, overview.waiting, overview.deactivated, overview.last_changed_at
  from private.scim_people p where p.workspace_id = p_workspace_id and p.deleted_at is null;
  select count(*), greatest(overview.last_changed_at, max(g.updated_at)) into overview.groups, overview.last_changed_at
  from private.scim_groups g join public.teams t on t.id = g.team_id where t.workspace_id = p_workspace_id;
  select max(t.last_used_at) into overview.last_synced_at from private.scim_tokens t where t.workspace_id = p_workspace_id;
  overview.errors := array(
    select row(e.request, e.status, e.detail, e.created_at)::public.scim_error
    from private.scim_errors e where e.workspace_id = p_workspace_id order by e.id desc limit 20);
  return overview;
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_delete_scim_group(p_token text, p_id text, p_expected text[] DEFAULT NULL::text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host_id bigint := private.scim_host(p_token);
  held public.teams;
begin
  perform private.lock_seats(host_id);
  host_id := private.scim_host(p_token);
  held := private.scim_team(host_id, p_id);
  select * into held from public.teams t where t.id = held.id for update;
  perform private.require_scim_version(private.scim_group(held, false), p_expected);
  delete from public.teams t where t.id = held.id;
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_delete_scim_user(p_token text, p_id text, p_expected text[] DEFAULT NULL::text[], p_client text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host_id bigint := private.scim_host(p_token);
  held private.scim_people;
begin
  perform private.lock_seats(host_id);
  host_id := private.scim_host(p_token);
  held := private.scim_person(host_id, p_id);
  select * into held from private.scim_people p where p.id = held.id for update;
  perform private.require_scim_version(private.scim_user(held), p_expected);
  delete from private.scim_people p where p.workspace_id = host_id and p.email = held.email and p.deleted_at is not null;
  -- First, so that the end of the membership finds nobody to deactivate.
  update private.scim_people p set
    deleted_at = now(), active = false, user_name = p.email, external_id = null, attributes = '{}', role = null, updated_at = now()
  where p.id = held.id;
  perform private.end_provisioned(held);
  delete from private.scim_group_people g where g.person_id = held.id;
  perform private.log_scim(host_id, 'deleted', held, p_client);
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_note_scim_error(p_token text, p_request text, p_status integer, p_detail text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host_id constant bigint := private.scim_host(p_token);
begin
  if private.throttle_hit('scim-errors:' || host_id, 60, 900) > 0 then
    return;
  end if;
  insert into private.scim_errors (workspace_id, request, status, detail) values (host_id, left(p_request, 200), p_status, left(p_detail, 500));
  delete from private.scim_errors e
  where e.workspace_id = host_id and e.id < (
    select k.id from private.scim_errors k where k.workspace_id = host_id order by k.id desc offset 19 limit 1);
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_save_scim_group(p_token text, p_id text, p_group jsonb, p_expected text[] DEFAULT NULL::text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host_id bigint := private.scim_host(p_token);
  held public.teams;
  named constant text := btrim(coalesce(p_group ->> 'display_name', ''));
  changed boolean := false;
begin
  perform private.lock_seats(host_id);
  host_id := private.scim_host(p_token);
  if length(named) not between 1 and 100 or not private.is_name(named) then
    perform private.problem('scim_group_name_invalid', 'displayName');
  end if;
  if length(p_group ->> 'external_id') not between 1 and 255 then
    perform private.problem('scim_value_too_long');
  end if;
  if p_id is not null then
    held := private.scim_team(host_id, p_id);
    select * into held from public.teams t where t.id = held.id for update;
    perform private.require_scim_version(private.scim_group(held, false), p_expected);
  end if;
  if exists (select 1 from public.teams t where t.workspace_id = host_id and t.name = named and t.id is distinct from held.id) then
    perform private.problem('scim_group_taken');
  end if;
  if held.id is null then
    perform private.feature_gate(host_id, 'teams');
    insert into public.teams (workspace_id, name, slug) values (host_id, named, '') returning * into held;
  elsif held.name <> named then
    update public.teams t set name = named where t.id = held.id returning * into held;
  end if;
  if p_group ? 'members' then
    changed := private.set_scim_members(held.id, p_group -> 'members');
  end if;
  insert into private.scim_groups as g (team_id, external_id) values (held.id, p_group ->> 'external_id')
  on conflict (team_id) do update set external_id = excluded.external_id, updated_at = now()
    where g.external_id is distinct from excluded.external_id or changed;
  return private.scim_group(held, true);
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_save_scim_user(p_token text, p_id text, p_person jsonb, p_expected text[] DEFAULT NULL::text[], p_client text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host_id bigint := private.scim_host(p_token);
  held private.scim_people;
  becomes private.scim_people;
begin
  perform private.lock_seats(host_id);
  -- Once more: the token may have ended by now.
  host_id := private.scim_host(p_token);
  if p_id is not null then
    held := private.scim_person(host_id, p_id);
    select * into held from private.scim_people p where p.id = held.id for update;
    perform private.require_scim_version(private.scim_user(held), p_expected);
  end if;
  perform private.require_scim_person(p_person, host_id, held.id);
  becomes := held;
  becomes.workspace_id := host_id;
  becomes.user_name := p_person ->> 'user_name';
  becomes.email := private.require_email(p_person ->> 'email');
  becomes.external_id := p_person ->> 'external_id';
  becomes.role := private.scim_role_of(p_person ->> 'role');
  becomes.active := coalesce((p_person ->> 'active')::boolean, true);
  becomes.attributes := coalesce(p_person -> 'attributes', '{}');
  if held.id is null then
    if (select count(*) from private.scim_people p where p.workspace_id = host_id) >= 50000 then
      perform private.problem('too_many_scim_people');
    end if;
    delete from private.scim_people p where p.workspace_id = host_id and p.email = becomes.email and p.deleted_at is not null;
    becomes.user_id := private.link_provisioned(becomes);
    insert into private.scim_people (workspace_id, user_id, user_name, email, external_id, role, active, attributes)
    values (host_id, becomes.user_id, becomes.user_name, becomes.email, becomes.external_id, becomes.role, becomes.active, becomes.attributes)
    returning * into becomes;
    perform private.log_scim(host_id, 'created', becomes, p_client);
    insert into private.scim_group_people (team_id, person_id)
    select t.id, becomes.id from public.team_members tm join public.teams t on t.id = tm.team_id and t.workspace_id = host_id
    where tm.user_id = becomes.user_id;
  elsif becomes is distinct from held then
    if becomes.user_id is null then
      becomes.user_id := private.link_provisioned(becomes);
    end if;
    update private.scim_people p set
      user_id = becomes.user_id, user_name = becomes.user_name, email = becomes.email, external_id = becomes.external_id,
      role = becomes.role, active = becomes.active, attributes = becomes.attributes, updated_at = now()
    where p.id = held.id
    returning * into becomes;
    perform private.log_scim(host_id, case when becomes.active = held.active then 'updated' when becomes.active then 'activated' else 'deactivated' end,
      becomes, p_client);
  else
    return private.scim_user(held);
  end if;
  if becomes.active then
    perform private.follow_scim_role(becomes);
    if held.id is null or not held.active or held.role is distinct from becomes.role then
      perform private.gate_provisioned(becomes);
    end if;
  else
    perform private.end_provisioned(becomes);
  end if;
  return private.scim_user((select p from private.scim_people p where p.id = becomes.id));
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_scim_caller(p_token text, p_weight integer DEFAULT 1)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host_id constant bigint := private.scim_host(p_token);
  hash constant bytea := extensions.digest(p_token, 'sha256');
begin
  update private.scim_tokens t set last_used_at = now()
  where t.token_hash = hash and (t.last_used_at is null or t.last_used_at < now() - interval '1 minute');
  return jsonb_build_object('workspace_id', host_id,
    'retry_after', private.throttle_hit('scim:' || encode(hash, 'hex'), 6000, 60, least(greatest(p_weight, 1), 1000)));
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_scim_group(p_token text, p_id text, p_with_members boolean DEFAULT true)
 RETURNS jsonb
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.scim_group(private.scim_team(private.scim_host(p_token), p_id), p_with_members)
$function$;

CREATE OR REPLACE FUNCTION public.svc_scim_groups(p_token text, p_query jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  host_id constant bigint := private.scim_host(p_token);
  path constant jsonpath := p_query ->> 'path';
  sort_path constant jsonpath := p_query ->> 'sort';
  vars constant jsonb := coalesce(p_query -> 'vars', '{}');
  descends constant boolean := coalesce((p_query ->> 'descending')::boolean, false);
  about_members constant boolean := coalesce((p_query ->> 'about_members')::boolean, false);
  by_id constant text := p_query #>> '{exact,id}';
  answer jsonb;
begin
  with candidates as materialized (
    select t.id, case when path is not null or sort_path is not null then private.scim_folded(private.scim_group(t, about_members)) end as folded
    from public.teams t
    where t.workspace_id = host_id and (by_id is null or t.id = case when by_id ~ '^[1-9][0-9]{0,17}$' then by_id::bigint end)
  ), matched as (
    select c.id, case when sort_path is not null then jsonb_path_query_first(c.folded, sort_path, '{}', true) #>> '{}' end as sorted
    from candidates c
    where path is null or jsonb_path_match(c.folded, path, vars, true)
  ), page as (
    select m.id, row_number() over (order by
      case when not descends then m.sorted end nulls last, case when descends then m.sorted end desc nulls last, m.id) as place
    from matched m
    order by place
    limit (p_query ->> 'count')::integer offset (p_query ->> 'offset')::bigint
  )
  select jsonb_build_object('total', (select count(*) from matched), 'resources', coalesce((
    select jsonb_agg(private.scim_group(t, coalesce((p_query ->> 'with_members')::boolean, true)) order by page.place)
    from page join public.teams t on t.id = page.id), '[]'))
  into answer;
  return answer;
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_scim_user(p_token text, p_id text)
 RETURNS jsonb
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.scim_user(private.scim_person(private.scim_host(p_token), p_id))
$function$;

CREATE OR REPLACE FUNCTION public.svc_scim_users(p_token text, p_query jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  host_id constant bigint := private.scim_host(p_token);
  path constant jsonpath := p_query ->> 'path';
  sort_path constant jsonpath := p_query ->> 'sort';
  vars constant jsonb := coalesce(p_query -> 'vars', '{}');
  descends constant boolean := coalesce((p_query ->> 'descending')::boolean, false);
  by_name constant text := lower(normalize(p_query #>> '{exact,username}'));
  by_external_id constant text := p_query #>> '{exact,externalid}';
  by_id constant text := p_query #>> '{exact,id}';
  answer jsonb;
begin
  with candidates as materialized (
    select p.id, case when path is not null or sort_path is not null then private.scim_folded(private.scim_user(p)) end as folded
    from private.scim_people p
    where p.workspace_id = host_id and p.deleted_at is null
      and (by_name is null or lower(normalize(p.user_name)) = by_name)
      and (by_external_id is null or p.external_id = by_external_id)
      and (by_id is null or p.id = case when by_id ~ '^[1-9][0-9]{0,17}$' then by_id::bigint end)
  ), matched as (
    select c.id, case when sort_path is not null then jsonb_path_query_first(c.folded, sort_path, '{}', true) #>> '{}' end as sorted
    from candidates c
    where path is null or jsonb_path_match(c.folded, path, vars, true)
  ), page as (
    select m.id, row_number() over (order by
      case when not descends then m.sorted end nulls last, case when descends then m.sorted end desc nulls last, m.id) as place
    from matched m
    order by place
    limit (p_query ->> 'count')::integer offset (p_query ->> 'offset')::bigint
  )
  select jsonb_build_object('total', (select count(*) from matched), 'resources', coalesce((
    select jsonb_agg(private.scim_user(p) order by page.place)
    from page join private.scim_people p on p.id = page.id), '[]'))
  into answer;
  return answer;
end
$function$;

CREATE OR REPLACE FUNCTION public.update_scim(p_workspace_id bigint, p_enabled boolean DEFAULT NULL::boolean, p_default_role public.workspace_role DEFAULT NULL::public.workspace_role)
 RETURNS public.scim_overview
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  held private.scim_connections;
begin
  perform private.require_scim_permission(p_workspace_id);
  if p_enabled then
    perform private.feature_gate(p_workspace_id, 'scim');
  end if;
  if p_default_role is not null and (p_default_role not in ('guest', 'viewer', 'maker', 'admin')) then
    perform private.problem('scim_role_not_given', 'default_role');
  end if;
  select * into held from private.scim_connections c where c.workspace_id = p_workspace_id for update;
  insert into private.scim_connections as c (workspace_id, enabled, default_role)
  values (p_workspace_id, coalesce(p_enabled, false), coalesce(p_default_role, 'viewer'))
  on conflict (workspace_id) do update
    set enabled = coalesce(p_enabled, c.enabled), default_role = coalesce(p_default_role, c.default_role)
    where (c.enabled, c.default_role) is distinct from (coalesce(p_enabled, c.enabled), coalesce(p_default_role, c.default_role));
  if p_enabled is not null and p_enabled is distinct from coalesce(held.enabled, false) then
    perform private.log_activity(p_workspace_id, case when p_enabled then 'workspace.scim.enabled' else 'workspace.scim.disabled' end);
  end if;
  if p_default_role is not null and p_default_role is distinct from coalesce(held.default_role, 'viewer') then
    perform private.log_activity(p_workspace_id, 'workspace.scim.updated',
      jsonb_build_object('old', coalesce(held.default_role, 'viewer'), 'role', p_default_role));
  end if;
  return public.scim_overview(p_workspace_id);
end
$function$;

ALTER TABLE "private"."scim_connections" ADD CONSTRAINT "scim_connections_workspace_id_fkey" FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

ALTER TABLE "private"."scim_errors" ADD CONSTRAINT "scim_errors_workspace_id_fkey" FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

ALTER TABLE "private"."scim_group_people" ADD CONSTRAINT "scim_group_people_team_id_fkey" FOREIGN KEY (team_id) REFERENCES public.teams(id) ON DELETE CASCADE;

ALTER TABLE "private"."scim_groups" ADD CONSTRAINT "scim_groups_team_id_fkey" FOREIGN KEY (team_id) REFERENCES public.teams(id) ON DELETE CASCADE;

ALTER TABLE "private"."scim_group_people" ADD CONSTRAINT "scim_group_people_person_id_fkey" FOREIGN KEY (person_id) REFERENCES private.scim_people(id) ON DELETE CASCADE;

ALTER TABLE "private"."scim_people" ADD CONSTRAINT "scim_people_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE SET NULL;

ALTER TABLE "private"."scim_people" ADD CONSTRAINT "scim_people_workspace_id_fkey" FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

ALTER TABLE "private"."scim_tokens" ADD CONSTRAINT "scim_tokens_creator_id_fkey" FOREIGN KEY (creator_id) REFERENCES public.users(id) ON DELETE SET NULL;

ALTER TABLE "private"."scim_tokens" ADD CONSTRAINT "scim_tokens_workspace_id_fkey" FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

CREATE INDEX scim_errors_workspace_id_idx ON private.scim_errors USING btree (workspace_id, id);

CREATE INDEX scim_group_people_person_id_idx ON private.scim_group_people USING btree (person_id, team_id);

CREATE INDEX scim_people_email_idx ON private.scim_people USING btree (workspace_id, email);

CREATE INDEX scim_people_external_id_idx ON private.scim_people USING btree (workspace_id, external_id);

CREATE UNIQUE INDEX scim_people_live_email_idx ON private.scim_people USING btree (workspace_id, email) WHERE (deleted_at IS NULL);

CREATE UNIQUE INDEX scim_people_member_idx ON private.scim_people USING btree (workspace_id, user_id) WHERE (deleted_at IS NULL);

CREATE INDEX scim_people_user_id_idx ON private.scim_people USING btree (user_id);

CREATE UNIQUE INDEX scim_people_user_name_idx ON private.scim_people USING btree (workspace_id, lower(NORMALIZE(user_name))) WHERE (deleted_at IS NULL);

CREATE INDEX scim_tokens_creator_id_idx ON private.scim_tokens USING btree (creator_id);

CREATE INDEX scim_tokens_workspace_id_idx ON private.scim_tokens USING btree (workspace_id);

CREATE TRIGGER touch BEFORE UPDATE ON private.scim_connections FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

CREATE TRIGGER follow_team_members AFTER INSERT OR DELETE ON public.team_members FOR EACH ROW EXECUTE FUNCTION private.follow_team_members();

CREATE TRIGGER follow_provisioned AFTER INSERT ON public.workspace_members FOR EACH ROW EXECUTE FUNCTION private.follow_provisioned();

CREATE TRIGGER note_left AFTER DELETE ON public.workspace_members FOR EACH ROW EXECUTE FUNCTION private.note_left();

COMMENT ON COLUMN "private"."scim_connections"."default_role" IS 'What people enter with of whom the identity provider says no role.';

COMMENT ON COLUMN "private"."scim_people"."attributes" IS 'All else of the SCIM resource, as the facade checked it against the schema.';

COMMENT ON COLUMN "private"."scim_people"."role" IS 'What the identity provider says; null leaves it to the workspace.';

COMMENT ON COLUMN "private"."scim_people"."user_id" IS 'The member who proved the address: whose membership ends with the row. Null until somebody has.';

COMMENT ON FUNCTION "private"."become_member"(bigint, bigint, public.workspace_role, text, text) IS 'Makes somebody a member, inside the plan''s seats (402), unless the identity provider ended their membership. False when they already were one.';

COMMENT ON FUNCTION "private"."end_provisioned"(private.scim_people) IS 'Ends the membership of somebody, as an admin may. Their sessions end with it, and nothing of their other workspaces.';

COMMENT ON FUNCTION "private"."enter_workspace"(bigint, bigint, text, text) IS 'Who may enter a workspace, for every way in: a member, an address that the identity provider brought, an invited one, one on an approved domain; anybody else asks to join. Only confirmed addresses count; one that would count if it were confirmed is sent a code. A guest stays a guest; whose membership the identity provider ended stays out.';

COMMENT ON FUNCTION "private"."feature_pending"(bigint, text) IS 'The seats that open invitations, and people whom an identity provider brought, will take; null for what is not invited.';

COMMENT ON FUNCTION "private"."follow_provisioned"() IS 'A new member whom the identity provider spoke of, by whatever way they came: theirs are the role and the teams it says.';

COMMENT ON FUNCTION "private"."follow_scim_role"(private.scim_people) IS 'Gives a member the role that the identity provider says, up to admin and inside the plan''s seats.';

COMMENT ON FUNCTION "private"."follow_team_members"() IS 'What is changed in a team by hand, the identity provider reads.';

COMMENT ON FUNCTION "private"."gate_provisioned"(private.scim_people) IS 'A seat is there for who is let in (402): those that invitations and other provisioned people will take are taken.';

COMMENT ON FUNCTION "private"."is_admitted"(private.scim_people) IS 'Whether somebody comes in because the identity provider says so.';

COMMENT ON FUNCTION "private"."link_provisioned"(private.scim_people) IS 'The member who proved the address of somebody new, where no other row is theirs.';

COMMENT ON FUNCTION "private"."log_scim"(bigint, text, private.scim_people, text) IS 'One event of somebody whom the identity provider changed.';

COMMENT ON FUNCTION "private"."note_left"() IS 'Somebody removed by hand is deactivated for the identity provider too, which reads so the next time it asks.';

COMMENT ON FUNCTION "private"."provisioned"(bigint, bigint, text[]) IS 'What the identity provider of a workspace says of an account with these proven addresses; null where it never said anything.';

COMMENT ON FUNCTION "private"."reason_against_changing_by_hand"(bigint, bigint, public.workspace_role, public.workspace_role) IS 'Why a member''s role is not changed here, or null: the identity provider says which it is, up to admin. An owner may still make an owner of them.';

COMMENT ON FUNCTION "private"."reason_against_entering"(bigint, bigint, text) IS 'Why somebody may not become a member this way, or null: the identity provider of the workspace ended their membership.';

COMMENT ON FUNCTION "private"."require_scim_permission"(bigint) IS 'For who may change integrations: they, too, decide how people come in.';

COMMENT ON FUNCTION "private"."require_scim_person"(jsonb, bigint, bigint) IS 'Refuses before the constraints do: names that cannot be read, what is too long, and who is there already, whatever the case of their name.';

COMMENT ON FUNCTION "private"."require_scim_version"(jsonb, text[]) IS 'Refuses (412) where a resource is no longer what the caller saw; null expects nothing.';

COMMENT ON FUNCTION "private"."scim_awaits"(private.scim_people) IS 'Whether somebody is provisioned and has not come in: a seat is kept for them.';

COMMENT ON FUNCTION "private"."scim_folded"(jsonb) IS 'A resource as filters compare it.';

COMMENT ON FUNCTION "private"."scim_group"(public.teams, boolean) IS 'A team as SCIM shows it, with or without its members; the version is of both.';

COMMENT ON FUNCTION "private"."scim_host"(text) IS 'The workspace that a SCIM token speaks for; 401 for one that does not hold: unknown, revoked, switched off, of a locked workspace or of a plan without it.';

COMMENT ON FUNCTION "private"."scim_is_on"(bigint) IS 'Whether an identity provider says who belongs to a workspace.';

COMMENT ON FUNCTION "private"."scim_person"(bigint, text) IS 'Somebody by their SCIM id, in the workspace that asks; 404 for everybody else.';

COMMENT ON FUNCTION "private"."scim_role_of"(text) IS 'A role that an identity provider may give; refuses those above admin, and what is none.';

COMMENT ON FUNCTION "private"."scim_team"(bigint, text) IS 'A team by its SCIM id, in the workspace that asks; 404 for every other.';

COMMENT ON FUNCTION "private"."scim_time"(timestamp with time zone) IS 'A moment as SCIM writes it, so that texts in order are moments in order.';

COMMENT ON FUNCTION "private"."scim_user"(private.scim_people) IS 'Somebody as SCIM shows them.';

COMMENT ON FUNCTION "private"."scim_versioned"(jsonb) IS 'A resource with its version: the digest of all that it shows.';

COMMENT ON FUNCTION "private"."set_scim_members"(bigint, jsonb) IS 'Lets exactly these provisioned people be in a team; members who were added by hand and are none stay. Whether that changed anything.';

COMMENT ON FUNCTION "public"."create_scim_token"(bigint) IS 'Makes a SCIM token; the answer is the only place that ever shows it. A workspace has two at most.';

COMMENT ON FUNCTION "public"."delete_scim_token"(bigint) IS 'Revokes a SCIM token at once.';

COMMENT ON FUNCTION "public"."scim_overview"(bigint) IS 'The connection of a workspace to its identity provider, for who changes integrations.';

COMMENT ON FUNCTION "public"."svc_delete_scim_group"(text, text, text[]) IS 'Deletes a team; what its members were given through it is gone.';

COMMENT ON FUNCTION "public"."svc_delete_scim_user"(text, text, text[], text) IS 'Deletes somebody: their membership ends, and their address stays barred until the identity provider brings it again.';

COMMENT ON FUNCTION "public"."svc_note_scim_error"(text, text, integer, text) IS 'Keeps a refused request for who looks for the reason: the last twenty, sixty in a quarter of an hour at most.';

COMMENT ON FUNCTION "public"."svc_save_scim_group"(text, text, jsonb, text[]) IS 'Makes a team ({display_name, external_id, members: ids, or left out to leave them}), or changes it to that: what is so already writes nothing.';

COMMENT ON FUNCTION "public"."svc_save_scim_user"(text, text, jsonb, text[], text) IS 'Makes somebody ({user_name, email, external_id, role, active, attributes}), or changes them to that: what is so already writes nothing. Inactive, their membership and its sessions end.';

COMMENT ON FUNCTION "public"."svc_scim_caller"(text, integer) IS 'The workspace of a SCIM token, whose use is noted and counted: 6,000 operations a minute. 401 for one that does not hold.';

COMMENT ON FUNCTION "public"."svc_scim_group"(text, text, boolean) IS 'A group by its SCIM id.';

COMMENT ON FUNCTION "public"."svc_scim_groups"(text, jsonb) IS 'A page of groups, asked for as public.svc_scim_users; {about_members} where the filter looks at them, {with_members} to be shown.';

COMMENT ON FUNCTION "public"."svc_scim_user"(text, text) IS 'Somebody by their SCIM id.';

COMMENT ON FUNCTION "public"."svc_scim_users"(text, jsonb) IS 'A page of people: {path, vars} a filter as jsonpath over what private.scim_folded makes, with its values apart; {exact} what it says of an index; {sort, descending, offset, count}.';

COMMENT ON FUNCTION "public"."update_scim"(bigint, boolean, public.workspace_role) IS 'Connects a workspace to its identity provider, or ends that; and says what people come in as of whom it says no role.';

COMMENT ON TABLE "private"."scim_connections" IS 'Workspaces that were ever connected to an identity provider by SCIM, and whether they are now.';

COMMENT ON TABLE "private"."scim_errors" IS 'The last twenty requests of an identity provider that were refused, for who looks for the reason.';

COMMENT ON TABLE "private"."scim_group_people" IS 'Who of the provisioned people is in which team: those who have not come in, too. For members it is what team_members says, whoever changes that.';

COMMENT ON TABLE "private"."scim_groups" IS 'Teams that an identity provider made or took over, with what it calls them.';

COMMENT ON TABLE "private"."scim_people" IS 'People as the identity provider of a workspace says. A deleted one stays, with nothing but its address, and bars that from coming back by another way.';

COMMENT ON TABLE "private"."scim_tokens" IS 'What identity providers show: stored as SHA-256 with a visible prefix, shown once. Two at most, so that one can follow the other.';

COMMENT ON TYPE "public"."new_scim_token" IS 'A SCIM token and, this once, the token itself.';

COMMENT ON TYPE "public"."scim_error" IS 'A request of the identity provider that was refused, and why.';

COMMENT ON TYPE "public"."scim_overview" IS 'The connection of a workspace to its identity provider: tokens, how many people and groups it brought, and what was refused last.';

COMMENT ON TYPE "public"."scim_token" IS 'A SCIM token as its list shows it, without what it opens.';

REVOKE ALL ON FUNCTION "private"."end_provisioned"(private.scim_people) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."end_provisioned"(private.scim_people) TO "postgres";

REVOKE ALL ON FUNCTION "private"."follow_provisioned"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."follow_provisioned"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."follow_scim_role"(private.scim_people) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."follow_scim_role"(private.scim_people) TO "postgres";

REVOKE ALL ON FUNCTION "private"."follow_team_members"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."follow_team_members"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."gate_provisioned"(private.scim_people) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."gate_provisioned"(private.scim_people) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_admitted"(private.scim_people) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_admitted"(private.scim_people) TO "postgres";

REVOKE ALL ON FUNCTION "private"."link_provisioned"(private.scim_people) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."link_provisioned"(private.scim_people) TO "postgres";

REVOKE ALL ON FUNCTION "private"."log_scim"(bigint, text, private.scim_people, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."log_scim"(bigint, text, private.scim_people, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."note_left"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."note_left"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."provisioned"(bigint, bigint, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."provisioned"(bigint, bigint, text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."reason_against_changing_by_hand"(bigint, bigint, public.workspace_role, public.workspace_role) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."reason_against_changing_by_hand"(bigint, bigint, public.workspace_role, public.workspace_role) TO "postgres";

REVOKE ALL ON FUNCTION "private"."reason_against_entering"(bigint, bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."reason_against_entering"(bigint, bigint, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_scim_permission"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_scim_permission"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_scim_person"(jsonb, bigint, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_scim_person"(jsonb, bigint, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_scim_version"(jsonb, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_scim_version"(jsonb, text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."scim_awaits"(private.scim_people) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."scim_awaits"(private.scim_people) TO "postgres";

REVOKE ALL ON FUNCTION "private"."scim_folded"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."scim_folded"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."scim_group"(public.teams, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."scim_group"(public.teams, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."scim_host"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."scim_host"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."scim_is_on"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."scim_is_on"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."scim_person"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."scim_person"(bigint, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."scim_role_of"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."scim_role_of"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."scim_team"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."scim_team"(bigint, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."scim_time"(timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."scim_time"(timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."scim_user"(private.scim_people) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."scim_user"(private.scim_people) TO "postgres";

REVOKE ALL ON FUNCTION "private"."scim_versioned"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."scim_versioned"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."set_scim_members"(bigint, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."set_scim_members"(bigint, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "public"."create_scim_token"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."create_scim_token"(bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."delete_scim_token"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."delete_scim_token"(bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."scim_overview"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."scim_overview"(bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."svc_delete_scim_group"(text, text, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_delete_scim_group"(text, text, text[]) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_delete_scim_user"(text, text, text[], text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_delete_scim_user"(text, text, text[], text) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_note_scim_error"(text, text, integer, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_note_scim_error"(text, text, integer, text) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_save_scim_group"(text, text, jsonb, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_save_scim_group"(text, text, jsonb, text[]) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_save_scim_user"(text, text, jsonb, text[], text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_save_scim_user"(text, text, jsonb, text[], text) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_scim_caller"(text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_scim_caller"(text, integer) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_scim_group"(text, text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_scim_group"(text, text, boolean) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_scim_groups"(text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_scim_groups"(text, jsonb) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_scim_user"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_scim_user"(text, text) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_scim_users"(text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_scim_users"(text, jsonb) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."update_scim"(bigint, boolean, public.workspace_role) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."update_scim"(bigint, boolean, public.workspace_role) TO "authenticated", "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."scim_connections" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."scim_errors" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."scim_group_people" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."scim_groups" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."scim_people" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."scim_tokens" TO "postgres";

GRANT USAGE ON TYPE "public"."new_scim_token" TO "postgres";

GRANT USAGE ON TYPE "public"."scim_error" TO "postgres";

GRANT USAGE ON TYPE "public"."scim_overview" TO "postgres";

GRANT USAGE ON TYPE "public"."scim_token" TO "postgres";

-- By hand
insert into private.reasons (reason, code, status, sentence, field) values
  ('membership_ended_by_provider', 'ACTION_PROHIBITED', 403, 'The identity provider of this workspace has ended this membership.', null),
  ('role_managed_by_provider', 'ACTION_PROHIBITED', 403, 'The identity provider of this workspace says which role this member has.', null),
  ('scim_group_name_invalid', 'VALIDATION_ERROR', 400, 'The name of a group has between 1 and 100 characters that can be read.', 'displayName'),
  ('scim_group_not_found', 'NOT_FOUND', 404, 'There is no such group.', null),
  ('scim_group_taken', 'CONFLICT', 409, 'There is a group of this name already.', 'displayName'),
  ('scim_member_unknown', 'VALIDATION_ERROR', 400, 'Members of a group are users of this workspace, by their id.', 'members'),
  ('scim_role_not_given', 'VALIDATION_ERROR', 400, 'An identity provider gives the roles guest, viewer, maker and admin.', 'roles'),
  ('scim_token_invalid', 'INVALID_TOKEN', 401, 'This is no SCIM token, or one that does not hold any more.', null),
  ('scim_user_name_invalid', 'VALIDATION_ERROR', 400, 'A user name has between 1 and 255 characters that can be read.', 'userName'),
  ('scim_user_not_found', 'NOT_FOUND', 404, 'There is no such user.', null),
  ('scim_user_taken', 'CONFLICT', 409, 'There is a user with this name or address already.', 'userName'),
  ('scim_value_too_long', 'VALIDATION_ERROR', 400, 'An external id has at most 255 characters, and all attributes of a resource together 20,000.', null),
  ('scim_version_changed', 'PRECONDITION_FAILED', 412, 'This is no longer what you saw. Please read it again.', null),
  ('too_many_scim_people', 'CONFLICT', 409, 'An identity provider brings at most 50,000 people to a workspace.', null),
  ('too_many_scim_tokens', 'CONFLICT', 409, 'A workspace has two SCIM tokens at most. Revoke one first.', null);
insert into public.billing_features (product_id, name, type) select p.id, 'scim', 'toggle' from public.billing_products p where p.name in ('pro_team', 'enterprise') on conflict do nothing;
