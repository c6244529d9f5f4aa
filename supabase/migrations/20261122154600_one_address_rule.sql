set local check_function_bodies = off;

ALTER TABLE "public"."emails" DROP CONSTRAINT "email_check";

ALTER TABLE "public"."workspace_invitations" DROP CONSTRAINT "email_check";

ALTER TABLE "public"."workspaces" DROP CONSTRAINT "workspaces_favicon_url_check";

DROP FUNCTION "public"."svc_request_workspace_signup"(bigint, text, text, text);

CREATE OR REPLACE FUNCTION private.enqueue_mail(recipient text, template text, data jsonb, send_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  mail_id bigint;
begin
  insert into private.outbox_mails (recipient, template, data)
  values (private.require_email(enqueue_mail.recipient), enqueue_mail.template, enqueue_mail.data)
  returning id into mail_id;
  perform graphile_worker.add_job('send_mail', json_build_object('mail_id', mail_id), run_at => send_at,
    job_key => 'mail:' || mail_id, max_attempts => 10);
end
$function$;

CREATE OR REPLACE FUNCTION private.failed_item(item jsonb, state text, message text, hint text, detail text)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select item || jsonb_build_object('ok', false, 'error', jsonb_build_object(
    'code', case when state like 'PT%' then hint when state = '23505' then 'CONFLICT' else 'VALIDATION_ERROR' end,
    'status', case when state like 'PT%' then substr(state, 3)::integer when state = '23505' then 409 else 400 end,
    'message', case
      when state like 'PT%' then message
      else 'Something went wrong, please try again' end,
    'field', case when state like 'PT%' and detail like '{%' then detail::jsonb ->> 'field' end))
$function$;

CREATE OR REPLACE FUNCTION private.invite(workspace_id bigint, email text, role public.workspace_role, projects jsonb DEFAULT '[]'::jsonb, groups jsonb DEFAULT '[]'::jsonb, teams jsonb DEFAULT '[]'::jsonb)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  address text;
  seat constant text := case when role = 'guest' then 'guests' else 'members' end;
  token constant text := private.new_token();
  invitation_id bigint;
begin
  perform private.require_in_workspace(workspace_id, 'WorkspaceMembersInvite');
  perform private.require_may_invite_at(workspace_id, role);
  perform private.require_may_link(workspace_id, role, projects, groups, teams);
  address := private.require_email(email);
  -- The gate's lock comes first: only then do pending invitations stand still.
  perform private.feature_gate(workspace_id, seat);
  if private.member_by_address(workspace_id, address) is not null or exists (
    select 1 from public.workspace_invitations i
    where i.workspace_id = invite.workspace_id and i.email = address and i.accepted_at is null and i.revoked_at is null and i.expires_at > now()
  ) then
    perform private.problem('CONFLICT', 409, 'This e-mail has pending invitation or already a member', 'email');
  end if;
  perform private.feature_gate(workspace_id, seat, private.pending_seats(workspace_id, seat) + 1);
  update public.workspace_invitations i set revoked_at = now()
  where i.workspace_id = invite.workspace_id and i.email = address and i.accepted_at is null and i.revoked_at is null;
  insert into public.workspace_invitations (workspace_id, email, role, token_hash, invited_by)
  values (invite.workspace_id, address, invite.role, private.token_hash(token), private.current_user_id())
  returning id into invitation_id;
  perform private.write_links(invitation_id, projects, groups, teams);
  perform private.limit_invitation_mail(workspace_id, address);
  perform private.mail_invitation(invitation_id, token, false);
  perform private.log_activity(workspace_id, 'workspace.member.invited', jsonb_build_object('email', address, 'role', role));
  return invitation_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.invite_with(workspace_id bigint, email text, role public.workspace_role, projects jsonb, groups jsonb, teams jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  address constant text := private.require_email(invite_with.email);
  invitation_id bigint;
  mine constant public.workspace_role := private.workspace_role(invite_with.workspace_id);
  answer jsonb;
begin
  select i.id into invitation_id from public.workspace_invitations i
  where i.workspace_id = invite_with.workspace_id and i.email = address
    and i.accepted_at is null and i.revoked_at is null and i.expires_at > now();
  if found then
    perform public.link_invitation(invitation_id, projects, groups, teams);
    return jsonb_build_object('type', 'invitation', 'invitation_id', invitation_id, 'email', address);
  end if;
  answer := public.invite_members(invite_with.workspace_id, jsonb_build_array(jsonb_build_object(
    'email', address, 'role', coalesce(invite_with.role, least(mine, 'maker')), 'projects', projects, 'groups', groups, 'teams', teams))) -> 0;
  if not (answer ->> 'ok')::boolean then
    perform private.problem(answer #>> '{error,code}', (answer #>> '{error,status}')::integer, answer #>> '{error,message}', answer #>> '{error,field}');
  end if;
  return jsonb_build_object('type', 'invitation', 'invitation_id', answer -> 'id', 'email', address);
end
$function$;

CREATE OR REPLACE FUNCTION private.is_email(address text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select length(address) <= 255
    and address ~ '^[^\s@<>()\[\]\\,;:"\x01-\x1f\x7f-\x9f]+@[^\s@<>()\[\]\\,;:"\x01-\x1f\x7f-\x9f\u3002\uff0e\uff61]+\.[^\s@<>()\[\]\\,;:".\x01-\x1f\x7f-\x9f\u3002\uff0e\uff61]{2,}$'
$function$;

CREATE OR REPLACE FUNCTION private.is_reserved_slug(slug text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select is_reserved_slug.slug like 'xn--%' or exists (select 1 from private.reserved_slugs r where r.slug = is_reserved_slug.slug)
$function$;

CREATE OR REPLACE FUNCTION private.make_code(purpose text, email text, subject text DEFAULT ''::text, with_link boolean DEFAULT false, browser_hash text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  address constant text := private.require_email(make_code.email);
  known_as constant text := case when private.is_known_browser(address, make_code.browser_hash) then ' ' || make_code.browser_hash else '' end;
  is_short constant boolean := private.throttle_hit('short-codes:' || address || known_as, 5, 86400) = 0;
  code constant text := private.new_code() || case when is_short then '' else private.new_code() end;
  token constant text := case when with_link then private.new_token() end;
begin
  insert into private.codes as c (purpose, email, subject, browser_hash, code_hash, token_hash)
  values (make_code.purpose, address, make_code.subject, coalesce(make_code.browser_hash, ''),
    private.code_hash(make_code.purpose, address, code), private.token_hash(token))
  on conflict on constraint codes_key do update
    set code_hash = excluded.code_hash, token_hash = excluded.token_hash, attempts = 0, created_at = now(), expires_at = excluded.expires_at;
  return jsonb_strip_nulls(jsonb_build_object('purpose', make_code.purpose, 'code', code, 'token', token));
end
$function$;

CREATE OR REPLACE FUNCTION private.member_by_address(workspace_id bigint, email text)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select m.user_id
  from public.emails e
  join public.workspace_members m on m.user_id = e.user_id and m.workspace_id = member_by_address.workspace_id
  where e.email = lower(btrim(member_by_address.email)) and e.is_primary
$function$;

CREATE OR REPLACE FUNCTION private.refuse_reserved_slug()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.is_reserved_slug(new.slug) then
    raise exception using
      errcode = 'check_violation',
      constraint = 'workspaces_slug_is_valid',
      message = 'new row for relation "workspaces" violates check constraint "workspaces_slug_is_valid"';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_email(email text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  address constant text := lower(btrim(email));
begin
  if private.is_email(address) is not true then
    perform private.problem('VALIDATION_ERROR', 400, 'Invalid email, please make sure that it is formatted correctly.', 'email');
  end if;
  return address;
end
$function$;

CREATE OR REPLACE FUNCTION private.said_emails(emails jsonb)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(address order by is_first desc, place), '{}')
  from (
    select lower(btrim(said ->> 'email')) as address, bool_or(coalesce((said ->> 'primary')::boolean, false)) as is_first, min(n) as place
    from jsonb_array_elements(coalesce(emails, '[]')) with ordinality as list (said, n)
    where (said ->> 'verified')::boolean
      and private.is_email(lower(btrim(said ->> 'email')))
    group by 1
    order by 2 desc, 3
    limit 50
  ) said
$function$;

CREATE OR REPLACE FUNCTION public.add_email(p_email text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant bigint := private.require_proven_account();
  address text;
  wait integer;
  made public.emails;
begin
  address := private.require_email(p_email);
  perform 1 from public.users u where u.id = me for update;
  if (select count(*) from public.emails e where e.user_id = me) >= 20 then
    perform private.problem('ACTION_PROHIBITED', 403, 'An account has at most 20 e-mail addresses.', 'email');
  end if;
  -- Said by the answer: a refusal would undo the count.
  wait := greatest(
    private.code_wait('confirm_email', address, host(private.client_address())),
    private.throttle_hit('add-email:' || me, 30, 86400));
  if wait > 0 then
    return jsonb_build_object('id', null, 'email', address, 'retry_after', wait);
  end if;
  insert into public.emails (user_id, email) values (me, address) returning * into made;
  perform private.send_email_code(made);
  return jsonb_build_object('id', made.id, 'email', made.email, 'retry_after', 0);
end
$function$;

CREATE OR REPLACE FUNCTION public.slug_available(p_slug text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('available', reason is null, 'reason', reason)
  from (
    select case
      when p_slug !~ '^[a-z0-9][a-z0-9-]{0,18}[a-z0-9]$' then 'invalid'
      when private.is_reserved_slug(p_slug) then 'reserved'
      when exists (select 1 from public.workspaces w where w.slug = p_slug) then 'taken'
    end as reason
  ) verdict
$function$;

CREATE OR REPLACE FUNCTION public.svc_request_workspace_signup(p_slug text, p_email text, p_client text, p_browser_hash text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host public.workspaces;
  wait integer;
begin
  select * into host from public.workspaces w where w.slug = lower(p_slug);
  perform private.require_registration(host.id);
  wait := private.code_wait('workspace_signup', p_email, p_client, p_browser_hash);
  if wait = 0 then
    perform private.send_code('workspace_signup', p_email, 'workspace:' || host.id, jsonb_build_object(
      'workspace_id', host.id, 'workspace', host.name), browser_hash => p_browser_hash);
  end if;
  return jsonb_build_object('retry_after', wait);
end
$function$;

CREATE OR REPLACE FUNCTION public.workspace_features(p_workspace_id bigint)
 RETURNS TABLE(name text, type text, max_quantity integer, usage integer, pending integer, allowed boolean, in_plan boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select f.name, f.type,
    case when f.type = 'limit' and f.is_sold then private.feature_maximum(p_workspace_id, f.name) end,
    case when f.type = 'limit' and counts.shown then private.feature_usage(p_workspace_id, f.name) end,
    case when counts.shown then private.feature_pending(p_workspace_id, f.name) end,
    private.feature_allows(p_workspace_id, case when f.is_sold then f.name else 'members' end),
    f.is_sold and private.plan_holds(p_workspace_id, f.name)
  from (
    select bf.name, bf.type, true as is_sold from public.billing_features bf group by bf.name, bf.type
    union all
    select counted, 'limit', false from unnest(array['editors', 'viewers']) counted
  ) f
  cross join (select private.can_in_workspace(p_workspace_id, 'WorkspaceFullMember') as shown) counts
  where p_workspace_id in (select private.my_workspace_ids())
  order by f.type, f.name
$function$;

-- By hand: what the new rules refuse goes or is spelled plainly, before they hold. An invitation to no address was never of use.
delete from public.workspace_invitations where not private.is_email(email);
update public.emails set email = translate(email, U&'\3002\FF0E\FF61', '...') where email ~ '[\u3002\uff0e\uff61]';
update public.workspaces set favicon_url = null where favicon_url !~ '^(https?://|data:image/)';
update public.workspaces set google_tag_manager = null where google_tag_manager !~ '^[A-Za-z0-9_-]{0,64}$';
update public.workspaces set localizejs = null where localizejs !~ '^[A-Za-z0-9_-]{0,64}$';
update public.workspaces set slug = 'workspace-' || id where slug like 'xn--%';
set constraints all immediate;

ALTER TABLE "public"."workspaces" ADD CONSTRAINT "workspaces_favicon_url_check" CHECK (((favicon_url ~ '^(https?://|data:image/)'::text) AND (length(favicon_url) <= 4000)));

ALTER TABLE "public"."workspaces" ADD CONSTRAINT "workspaces_google_tag_manager_check" CHECK ((google_tag_manager ~ '^[A-Za-z0-9_-]{0,64}$'::text));

ALTER TABLE "public"."workspaces" ADD CONSTRAINT "workspaces_localizejs_check" CHECK ((localizejs ~ '^[A-Za-z0-9_-]{0,64}$'::text));

COMMENT ON FUNCTION "private"."is_email"(text) IS 'Whether a text is one e-mail address in its plain form: nothing that a mail program reads as a list, a name, a comment or another spelling of a dot. So one mailbox is one text, and counts by address hold. The one rule for every address that is stored.';

COMMENT ON FUNCTION "private"."is_reserved_slug"(text) IS 'Sub-domains that nobody gets: the product''s own, and those that browsers show as other letters (punycode), which could look like another workspace''s.';

COMMENT ON FUNCTION "private"."member_by_address"(bigint, text) IS 'The member of a workspace with this primary address, or null. By their other addresses, which nobody is shown, members are as unknown as strangers.';

COMMENT ON FUNCTION "private"."require_email"(text) IS 'An address as it is stored; refuses what is none.';

COMMENT ON FUNCTION "public"."svc_request_workspace_signup"(text, text, text, text) IS 'Mails the code for signing up by e-mail to the workspace of a name. Not by its number: numbers can be counted, and the mail names the workspace.';

COMMENT ON FUNCTION "public"."workspace_features"(bigint) IS 'Every feature of the catalogue for the caller''s workspace: whether the plan has it, its maximum, its use, the seats that open invitations will take, and whether one more is allowed. Guests get no counts. Makers+ (editors) and viewers are counted within the members.';

REVOKE ALL ON FUNCTION "private"."is_email"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_email"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_reserved_slug"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_reserved_slug"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_email"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_email"(text) TO "postgres";

REVOKE ALL ON FUNCTION "public"."svc_request_workspace_signup"(text, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_request_workspace_signup"(text, text, text, text) TO "postgres", "service_role";

ALTER TABLE "public"."emails" ADD CONSTRAINT "email_check" CHECK (private.is_email(email));

ALTER TABLE "public"."workspace_invitations" ADD CONSTRAINT "email_check" CHECK (private.is_email(email));
