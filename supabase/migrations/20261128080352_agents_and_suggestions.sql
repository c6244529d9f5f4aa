set local check_function_bodies = off;

DROP FUNCTION "private"."note_program_sign_in"(private.session, bigint, text, uuid, uuid, text, boolean);

DROP FUNCTION "private"."reopen_with_pull_request"(bigint, text, integer);

CREATE OR REPLACE FUNCTION private.follow_pull_request(project_id bigint, branch_name text, kind text, pull_request jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  number constant integer := case when follow_pull_request.pull_request ->> 'number' ~ '^[0-9]{1,9}$'
    then (follow_pull_request.pull_request ->> 'number')::integer end;
  proposal public.proposals;
begin
  select * into proposal from public.proposals o
  where o.project_id = follow_pull_request.project_id and o.status = 'open' and o.baseline_name = follow_pull_request.pull_request ->> 'target'
    -- Of a merge the host names the branch that it went into; of what is closed only the one that the proposal leads to counts.
    and case when follow_pull_request.kind in ('pull_request_merged', 'pull_request_closed') then o.pull_request = number
      else o.branch_name = follow_pull_request.branch_name end
  order by o.id desc limit 1 for no key update;
  if number is null then
    return;
  elsif proposal.id is null then
    if follow_pull_request.kind = 'pull_request_opened' then
      perform private.reopen_with_pull_request(follow_pull_request.project_id, follow_pull_request.branch_name,
        follow_pull_request.pull_request ->> 'target', number);
    end if;
    return;
  end if;
  update public.proposals o set pull_request = number, updated_at = now() where o.id = proposal.id;
  if follow_pull_request.kind = 'pull_request_merged' then
    perform private.end_proposal(proposal.id, 'merged');
    perform private.mail_proposal(proposal.id, 'merged', private.people_of_proposal(proposal.id));
  elsif follow_pull_request.kind = 'pull_request_closed' then
    perform private.end_proposal(proposal.id, 'closed');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.note_program_sign_in(opener private.session, only_workspace_id bigint, agent text, auth_id uuid, session_id uuid, client text, is_at_domain boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_told boolean;
begin
  if opener.id is null then
    perform private.problem('session_ended');
  end if;
  is_told := public.svc_note_sign_in(auth_id, session_id, 'code', agent, client,
    p_only_workspace_id => note_program_sign_in.only_workspace_id, p_is_at_domain => note_program_sign_in.is_at_domain);
  update private.sessions o
  set method = opener.method, integration_id = opener.integration_id, proven_at = '-infinity'
  where o.session_id = note_program_sign_in.session_id;
  update auth.sessions s set not_after = now() + interval '30 days' where s.id = note_program_sign_in.session_id;
  return is_told;
end
$function$;

CREATE OR REPLACE FUNCTION private.reopen_with_pull_request(project_id bigint, branch_name text, target text, number integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  proposal public.proposals;
begin
  -- Of the last one only, and not where somebody closed it here: they said so.
  select * into proposal from public.proposals o
  where o.project_id = reopen_with_pull_request.project_id and o.branch_name = reopen_with_pull_request.branch_name
  order by o.id desc limit 1 for no key update;
  if proposal.status is distinct from 'closed' or proposal.pull_request is distinct from number or proposal.ended_by is not null
    or proposal.branch_id is null or proposal.baseline_branch_id is null or proposal.baseline_name is distinct from reopen_with_pull_request.target
    -- A branch has one proposal at a time: an older one may have been opened again here.
    or exists (select 1 from public.proposals other where other.branch_id = proposal.branch_id and other.status in ('open', 'merging')) then
    return;
  end if;
  update public.proposals o set status = 'open', ended_at = null, updated_at = now() where o.id = proposal.id;
  perform private.queue_proposal_comparison(proposal.id);
  perform private.log_proposal(proposal.id, 'project.proposal.reopened');
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_note_oauth_sign_in(p_code text, p_auth_id uuid, p_session_id uuid, p_client text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found private.oauth_codes;
  agent text;
begin
  update private.oauth_codes c set opened_session_id = p_session_id
  where c.code_hash = private.token_hash(p_code) and c.taken_at is not null and c.opened_session_id is null and c.auth_id = p_auth_id
  returning * into found;
  -- Who left, or was removed, since the code was shown gives nobody a session that would wait for their return.
  if not exists (
    select 1 from public.workspace_members m join public.users u on u.id = m.user_id
    where m.workspace_id = found.workspace_id and u.auth_id = found.auth_id) then
    perform private.problem('session_ended');
  end if;
  select c.name into agent from private.oauth_clients c where c.id = found.client_id;
  -- Each is told, not only a new device: whoever registers chooses the name, that of an agent which is known too.
  if not private.note_program_sign_in(
    private.session_of(found.session_id, found.auth_id), found.workspace_id, 'MCP/' || agent, p_auth_id, p_session_id, p_client, false) then
    perform private.enqueue_mail(e.email, 'new_sign_in', jsonb_strip_nulls(jsonb_build_object(
      'at', now(), 'ip', host(private.as_address(p_client)), 'user_agent', 'MCP/' || agent)))
    from public.emails e join public.users u on u.id = e.user_id where u.auth_id = p_auth_id and e.is_primary;
  end if;
  update private.sessions o set is_reading = true where o.session_id = p_session_id;
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_take_oauth_code(p_code text, p_client_id text, p_redirect_uri text, p_verifier text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found private.oauth_codes;
begin
  -- Shown twice: one of the two has stolen it, and which one nobody knows.
  select * into found from private.oauth_codes c where c.code_hash = private.token_hash(p_code) for update;
  if found.opened_session_id is not null then
    perform private.end_sessions(found.auth_id, 'reused', only_one => found.opened_session_id);
  elsif found.taken_at is not null then
    -- Its session is being opened this moment, and finds no code to stand on.
    delete from private.oauth_codes c where c.code_hash = found.code_hash;
    return null;
  end if;
  -- Wrong or right, who shows a code has used it.
  update private.oauth_codes c set taken_at = now()
  where c.code_hash = private.token_hash(p_code) and c.taken_at is null and c.expires_at > now()
  returning * into found;
  if found.code_hash is null or found.client_id is distinct from p_client_id or found.redirect_uri is distinct from p_redirect_uri
    or coalesce(p_verifier !~ '^[A-Za-z0-9._~-]{43,128}$', true)
    or found.challenge <> translate(rtrim(encode(sha256(convert_to(p_verifier, 'UTF8')), 'base64'), '='), '+/', '-_')
    or (private.session_of(found.session_id, found.auth_id)).id is null
    or not exists (
      select 1 from public.workspace_members m join public.users u on u.id = m.user_id
      where m.workspace_id = found.workspace_id and u.auth_id = found.auth_id) then
    return null;
  end if;
  return (
    select jsonb_build_object('auth_email', a.email, 'resource', found.resource, 'slug', w.slug, 'domain', w.domain)
    from auth.users a, public.workspaces w where a.id = found.auth_id and w.id = found.workspace_id);
end
$function$;

COMMENT ON FUNCTION "private"."note_program_sign_in"(private.session, bigint, text, uuid, uuid, text, boolean) IS 'Makes a session that of a program: as good as the one that allowed it where a workspace asks what opened it, for one workspace, for thirty days, and never a proof of who somebody is. Whether a mail tells of it.';

COMMENT ON FUNCTION "private"."reopen_with_pull_request"(bigint, text, text, integer) IS 'Opens the last proposal of a branch again that its host closed with this pull request, where it still leads to the same branch and the branch has no other.';

REVOKE ALL ON FUNCTION "private"."note_program_sign_in"(private.session, bigint, text, uuid, uuid, text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."note_program_sign_in"(private.session, bigint, text, uuid, uuid, text, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."reopen_with_pull_request"(bigint, text, text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."reopen_with_pull_request"(bigint, text, text, integer) TO "postgres";
