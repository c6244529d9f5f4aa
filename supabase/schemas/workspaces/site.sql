-- The site of a workspace: its sub-domain, and what that shows to anyone.

-- # Tables

create table private.reserved_slugs (slug text primary key);
comment on table private.reserved_slugs is 'Sub-domains the product keeps for itself.';
alter table private.reserved_slugs enable row level security;

insert into private.reserved_slugs (slug)
select unnest(string_to_array(
  'admin,api,app,assets,auth,billing,blog,cdn,dashboard,docs,files,graphql,health,help,inbox,links,login,mail,meta,mock,oauth,'
  'realtime,rest,settings,signup,smtp,static,status,storage,studio,support,waymark,welcome,www', ','));

-- # Rules

create function private.is_reserved_slug(slug text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select is_reserved_slug.slug like 'xn--%' or exists (select 1 from private.reserved_slugs r where r.slug = is_reserved_slug.slug)
$$;
comment on function private.is_reserved_slug is 'Sub-domains that nobody gets: the product''s own, and those that browsers show as other letters (punycode), which could look like another workspace''s.';

create function private.refuse_reserved_slug()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if private.is_reserved_slug(new.slug) then
    raise exception using
      errcode = 'check_violation',
      constraint = 'workspaces_slug_is_valid',
      message = 'new row for relation "workspaces" violates check constraint "workspaces_slug_is_valid"';
  end if;
  return new;
end
$$;
comment on function private.refuse_reserved_slug is 'The constraint workspaces_slug_is_valid. A check constraint cannot read a table, a trigger can.';
create trigger workspaces_slug_is_valid before insert or update of slug on public.workspaces
  for each row execute function private.refuse_reserved_slug();

create function private.state_of_slug(slug text)
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select case
    when slug !~ '^[a-z0-9][a-z0-9-]{0,18}[a-z0-9]$' then 'invalid'
    when private.is_reserved_slug(slug) then 'reserved'
    when exists (select 1 from public.workspaces w where w.slug = state_of_slug.slug) then 'taken'
  end
$$;
comment on function private.state_of_slug is 'What stands against this URL for a new workspace (invalid, reserved, taken), or null: 2 to 20 characters, not reserved, not taken. Workspaces of before may have up to 27.';

-- # Calls

create type public.workspace_site as (
  id bigint,
  name text,
  slug text,
  logo_url text,
  favicon_url text,
  theme jsonb,
  hide_powered_by boolean,
  hide_sign_in boolean,
  home_content text,
  show_tryit boolean,
  allow_search_indexing boolean,
  join_requests_disabled boolean,
  by_provider boolean,
  google_tag_manager text,
  localizejs text,
  show_userway boolean,
  disable_cookie_tracking boolean,
  has_redirects boolean,
  domain text,
  flags jsonb
);
comment on type public.workspace_site is 'What the host of a workspace shows to anyone; home_content to members. by_provider: e-mail and password are switched off, its own providers alone sign people in. google_tag_manager, localizejs, show_userway: what documentation loads of others for its visitors, as far as the plan holds it, as also favicon_url, theme and hide_powered_by; disable_cookie_tracking: once they allow it. has_redirects: public.workspace_redirects has some. domain: its custom domain, while it is served there. flags: the switches it has of its own, as /config.js has those of the installation.';

create function public.workspace_by_slug(p_slug text)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select to_jsonb(row(
    w.id, w.name, w.slug, w.logo_url,
    -- What a plan sells is shown while the plan holds it; the row keeps it for when one does again.
    case when private.plan_holds(w.id, 'favicon') then w.favicon_url end,
    case when private.plan_holds(w.id, 'custom_theme') then w.theme else '{}' end,
    w.hide_powered_by and private.plan_holds(w.id, 'whitelabel'), w.hide_sign_in,
    case when w.id in (select private.my_workspace_ids()) then w.home_content end,
    w.show_tryit, w.allow_search_indexing, w.join_requests_disabled, private.is_by_provider(w.id),
    -- Names of theirs, as those who give them out make them: they become part of an address.
    case when w.google_tag_manager ~ '^GTM-[A-Z0-9]{4,12}$' and private.plan_holds(w.id, 'google_tag_manager') then w.google_tag_manager end,
    case when w.localizejs ~ '^[A-Za-z0-9]{8,40}$' and private.plan_holds(w.id, 'localizejs') then w.localizejs end,
    w.show_userway, w.disable_cookie_tracking,
    coalesce(w.redirects, '') <> '' and private.plan_holds(w.id, 'redirects'), private.served_domain(w),
    private.flags_of(w.id))::public.workspace_site)
  from public.workspaces w
  where w.slug = lower(p_slug)
$$;
comment on function public.workspace_by_slug is 'What the sign-in screen of a workspace host shows to anyone: a public.workspace_site, or null (hence jsonb).';

create type public.slug_answer as (available boolean, reason text);
comment on type public.slug_answer is 'Whether a URL is free, or why not: invalid, reserved or taken.';

create function public.slug_available(p_slug text)
returns public.slug_answer
language sql
stable
security definer
set search_path = ''
as $$
  select row(reason is null, reason)::public.slug_answer from private.state_of_slug(p_slug) reason
$$;
comment on function public.slug_available is 'Whether a new workspace may have this URL: 2 to 20 characters, not reserved, not taken.';

-- # Grants

grant execute on function public.workspace_by_slug, public.slug_available to anon, authenticated;
