set local check_function_bodies = off;

DROP FUNCTION "private"."my_account"();

CREATE OR REPLACE FUNCTION public.me()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_jsonb(row(
    u.id, u.username, u.first_name, u.last_name, u.avatar_url, u.timezone, u.is_site_admin, u.is_account_info_collected, u.created_at,
    u.survey, u.has_password,
    (private.current_session()).only_workspace_id,
    array(
      select row(e.id, e.email, e.is_primary, e.confirmed_at)::public.account_email
      from public.emails e where e.user_id = u.id and (e.is_primary or private.own_account_id() is not null)
      order by e.is_primary desc, e.id),
    array(
      select row(w.id, w.slug, w.name, w.logo_url, m.role, w.locked and u.id <> private.oldest_owner_id(w.id),
        m.receive_daily_summary)::public.account_membership
      from public.workspace_members m join public.workspaces w on w.id = m.workspace_id
      where m.user_id = u.id and (private.own_account_id() is not null or private.reaches(w.id))
      order by w.name))::public.account)
  from public.users u
  where u.id = private.current_user_id()
$function$;

CREATE OR REPLACE FUNCTION public.remove_email(p_email_id bigint)
 RETURNS public.account
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  held constant public.emails := private.own_email(p_email_id);
begin
  perform private.require_recent_proof();
  if held.is_primary and not exists (
    select 1 from public.emails e where e.user_id = held.user_id and e.id <> held.id and e.confirmed_at is not null) then
    perform private.problem('last_confirmed_email');
  end if;
  if held.is_primary then
    perform private.problem('primary_email_in_use');
  end if;
  if held.confirmed_at is not null then
    perform private.mail_account(held.user_id, 'email_removed', jsonb_build_object('email', held.email));
  end if;
  delete from public.emails e where e.id = held.id;
  delete from private.codes c where c.subject = 'user:' || held.user_id and c.email = held.email;
  perform private.move_credential(held.user_id, held.email);
  return jsonb_populate_record(null::public.account, public.me());
end
$function$;

CREATE OR REPLACE FUNCTION public.set_primary_email(p_email_id bigint)
 RETURNS public.account
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  held constant public.emails := private.own_email(p_email_id);
begin
  perform private.require_recent_proof();
  if held.confirmed_at is null then
    perform private.problem('email_not_confirmed');
  end if;
  update public.emails e set is_primary = false where e.user_id = held.user_id and e.is_primary and e.id <> held.id;
  update public.emails e set is_primary = true where e.id = held.id;
  if not held.is_primary then
    perform private.mail_account(held.user_id, 'primary_email_changed', jsonb_build_object('email', held.email));
  end if;
  return jsonb_populate_record(null::public.account, public.me());
end
$function$;

CREATE OR REPLACE FUNCTION public.update_account(p_first_name text, p_last_name text, p_username text DEFAULT NULL::text, p_avatar_url text DEFAULT NULL::text, p_timezone text DEFAULT NULL::text, p_survey jsonb DEFAULT NULL::jsonb, p_complete boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant bigint := private.require_account();
  old_username constant text := (select u.username from public.users u where u.id = me);
begin
  if btrim(coalesce(p_first_name, '')) = '' then
    perform private.problem('required', 'first_name');
  end if;
  if btrim(coalesce(p_last_name, '')) = '' then
    perform private.problem('required', 'last_name');
  end if;
  if p_survey is not null and jsonb_typeof(p_survey) <> 'object' then
    perform private.problem('survey_not_an_object');
  end if;
  if p_username <> old_username and private.throttle_hit('username:' || me, 20, 86400) > 0 then
    return private.answer_problem('username_changed_too_often');
  end if;
  begin
    update public.users u set
      first_name = btrim(p_first_name),
      last_name = btrim(p_last_name),
      username = coalesce(p_username, u.username),
      avatar_url = case when p_avatar_url is null then u.avatar_url else nullif(btrim(p_avatar_url), '') end,
      timezone = coalesce(p_timezone, u.timezone),
      survey = u.survey || coalesce(p_survey, '{}'),
      is_account_info_collected = u.is_account_info_collected or p_complete
    where u.id = me;
  exception when unique_violation then
    -- Answered instead of raised, so that it counts: who tries names learns twenty a day.
    return private.answer_problem('username_taken');
  end;
  return public.me();
end
$function$;

COMMENT ON FUNCTION "public"."me"() IS 'The caller''s public.account with addresses and workspaces, or null (hence jsonb: PostgREST answers a row that is null as a row of nulls). A session for one workspace sees that workspace and the primary address.';
