set local check_function_bodies = off;

DROP FUNCTION "private"."as_device_request"(private.device_requests, integer);

CREATE OR REPLACE FUNCTION private.as_device_request(request private.device_requests, wait integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_jsonb(row(
    case when request.device_hash is null then 'unknown' when request.allowed then 'allowed' when not request.allowed then 'refused' else 'waiting' end,
    wait, request.machine, host(request.ip_address), request.created_at, request.expires_at,
    (select w.name from public.workspaces w where w.id = request.workspace_id))::public.device_request)
$function$;

CREATE OR REPLACE FUNCTION private.search_text(text text)
 RETURNS private.search_text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  -- Likeness costs by length, and anyone may search.
  short constant text := btrim(regexp_replace(substr(text, 1, 200), '\s+', ' ', 'g'));
  address constant text[] := regexp_match(lower(short), '^(?:(get|put|post|patch|delete|head|options|trace) )?(?:https?://[^/ ]*)?(/[^ ?#]*)');
  asked private.search_text;
  word text;
  is_small boolean;
  parts text;
  meanings text[] := '{}';
begin
  asked.term := lower(short);
  asked.method := address[1];
  asked.path := private.plain_path(nullif(rtrim(address[2], '/'), ''));
  asked.whole := case when asked.term ~ '^[[:alnum:]]+[^[:alnum:] ][^ ]*$' then nullif(regexp_replace(asked.term, '[^[:alnum:]]+', '', 'g'), '') end;
  asked.words := '{}';
  asked.stems := '{}';
  asked.marks := '{}';
  -- Small words, parameters of paths and single letters mean something only where there is nothing else.
  for word, is_small in
    select w.word,
      length(w.word) = 1 or lower(w.word) = any ('{an,the,of,for,to,in,on,by,with,and,or,is,are,how,do,does,my,all,from,can}') as small
    from regexp_split_to_table(regexp_replace(short, '\{[^}]*\}', '', 'g'), '[^[:alnum:]]+') with ordinality w (word, place)
    where w.word <> ''
    order by small, w.place
    limit 8
  loop
    exit when is_small and asked.words <> '{}';
    parts := regexp_replace(regexp_replace(word, '([[:lower:][:digit:]])([[:upper:]])', '\1 \2', 'g'), '([[:upper:]])([[:upper:]][[:lower:]])', '\1 \2', 'g');
    word := lower(word);
    asked.words := asked.words || word;
    asked.stems := asked.stems || private.search_stem(word);
    asked.marks := asked.marks || private.search_stem(word) || private.search_synonyms(word);
    meanings := meanings || concat_ws(' | ',
      private.search_stem(word) || ':*',
      case when parts like '% %' then '(' || replace(lower(parts), ' ', ':* & ') || ':*)' end,
      nullif(array_to_string(private.search_synonyms(word), ' | '), ''));
  end loop;
  asked.wanted := case cardinality(meanings)
    when 0 then null
    -- By itself a method is half of all nodes, and its other names the rest.
    when 1 then to_tsquery('simple', case when private.search_synonyms(asked.words[1]) = '{}' then meanings[1] else asked.words[1] || ':*' end)
    else to_tsquery('simple', '(' || array_to_string(meanings, ') & (') || ')') end;
  return asked;
end
$function$;

CREATE OR REPLACE FUNCTION public.answer_device_request(p_code text, p_allow boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant bigint := private.require_proven_account();
  session constant private.session := private.current_session();
  wait constant integer := private.own_guess_wait(me, 'answer_device_request');
  request private.device_requests;
begin
  if wait = 0 then
    request := private.device_request_for_caller(me, p_code);
    -- The first answer holds.
    if request.device_hash is not null and request.allowed is null then
      update private.device_requests r
      set allowed = p_allow is true, auth_id = session.auth_id, session_id = session.id
      where r.device_hash = request.device_hash
      returning * into request;
    end if;
  end if;
  return private.as_device_request(request, wait);
end
$function$;

CREATE OR REPLACE FUNCTION public.device_request(p_code text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant bigint := private.require_account();
  wait constant integer := private.own_guess_wait(me, 'device_request');
  request private.device_requests;
begin
  if wait = 0 then
    request := private.device_request_for_caller(me, p_code);
  end if;
  return private.as_device_request(request, wait);
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_note_device_sign_in(p_device_code text, p_auth_id uuid, p_session_id uuid, p_client text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  request private.device_requests;
  opener private.session;
begin
  delete from private.device_requests r
  where r.device_hash = private.token_hash(p_device_code) and r.taken_at is not null and r.auth_id = p_auth_id
  returning * into request;
  opener := private.session_of(request.session_id, request.auth_id);
  if opener.id is null then
    perform private.problem('session_ended');
  end if;
  perform public.svc_note_sign_in(p_auth_id, p_session_id, 'code', 'Waymark-CLI/' || request.machine, p_client);
  update private.sessions o
  set method = opener.method, integration_id = opener.integration_id, only_workspace_id = request.workspace_id, proven_at = '-infinity'
  where o.session_id = p_session_id;
  update auth.sessions s set not_after = now() + interval '30 days' where s.id = p_session_id;
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_poll_device_request(p_device_code text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  request private.device_requests;
  is_early boolean;
begin
  select * into request from private.device_requests r where r.device_hash = private.token_hash(p_device_code) for update;
  if request.device_hash is null or request.expires_at <= now() or request.taken_at is not null then
    return jsonb_build_object('outcome', 'expired_token');
  end if;
  if request.allowed is null then
    is_early := coalesce(request.polled_at > now() - make_interval(secs => request.pause_seconds), false);
    update private.device_requests r
    set polled_at = now(), pause_seconds = r.pause_seconds + case when is_early then 5 else 0 end
    where r.device_hash = request.device_hash;
    return jsonb_build_object('outcome', case when is_early then 'slow_down' else 'authorization_pending' end);
  end if;
  if not request.allowed or (private.session_of(request.session_id, request.auth_id)).id is null or not exists (
    select 1 from public.workspace_members m join public.users u on u.id = m.user_id
    where m.workspace_id = request.workspace_id and u.auth_id = request.auth_id) then
    delete from private.device_requests r where r.device_hash = request.device_hash;
    return jsonb_build_object('outcome', 'access_denied');
  end if;
  update private.device_requests r set taken_at = now() where r.device_hash = request.device_hash;
  return jsonb_build_object('outcome', 'allowed', 'workspace_id', request.workspace_id,
    'auth_email', (select a.email from auth.users a where a.id = request.auth_id));
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_start_device_request(p_workspace_slug text, p_machine text, p_client text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  device_code constant text := private.new_token();
  wait constant integer := private.throttle_hit('device:' || private.client_key(p_client), 20, 900);
  request private.device_requests;
begin
  if wait > 0 then
    return jsonb_build_object('retry_after', wait);
  end if;
  insert into private.device_requests (device_hash, user_code, workspace_id, machine, ip_address)
  select private.token_hash(device_code), private.new_user_code(), w.id,
    coalesce(nullif(left(btrim(regexp_replace(p_machine, '[[:cntrl:]]', '', 'g')), 100), ''), 'unknown'), private.as_address(p_client)
  from public.workspaces w where w.slug = lower(p_workspace_slug)
  returning * into request;
  if request.device_hash is null then
    perform private.problem('workspace_not_found');
  end if;
  return jsonb_build_object('retry_after', 0, 'device_code', device_code,
    'user_code', substr(request.user_code, 1, 4) || '-' || substr(request.user_code, 5), 'interval', request.pause_seconds,
    'expires_in', extract(epoch from request.expires_at - request.created_at)::integer);
end
$function$;

COMMENT ON FUNCTION "private"."as_device_request"(private.device_requests, integer) IS 'A request as the person who is to answer it sees it.';

REVOKE ALL ON FUNCTION "private"."as_device_request"(private.device_requests, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."as_device_request"(private.device_requests, integer) TO "postgres";
