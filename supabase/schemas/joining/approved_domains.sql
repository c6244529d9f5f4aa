-- Approved domains: e-mail domains whose people may enter a workspace by themselves, with a role.

-- # Tables

create table public.approved_domains (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  domain text not null constraint check_approved_domains_domain check (domain ~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$'),
  role public.workspace_role not null default 'viewer' check (role in ('guest', 'viewer', 'maker', 'admin', 'billing')),
  created_at timestamptz not null default now(),
  unique (workspace_id, domain)
);
comment on table public.approved_domains is 'E-mail domains whose people may enter by themselves, with a role.';
alter table public.approved_domains enable row level security;
create trigger log_change after insert or update or delete on public.approved_domains for each row execute function private.log_row_change('workspace.domain');
create trigger announce_insert after insert on public.approved_domains referencing new table as changed for each statement execute function private.announce_of_workspace();
create trigger announce_update after update on public.approved_domains referencing old table as before new table as changed for each statement execute function private.announce_of_workspace();
create trigger announce_delete after delete on public.approved_domains referencing old table as changed for each statement execute function private.announce_of_workspace();
create trigger still_allowed before update or delete on public.approved_domains
  for each row when (current_user = 'authenticated') execute function private.ask_again('workspace', 'workspace_id', 'WorkspaceEmailDomainCreateUpdateDelete');

-- # Rules

create policy "Approved domains are seen with the settings permission" on public.approved_domains for select to authenticated
using (workspace_id = any (array(select private.workspace_ids_with('WorkspaceSettingsRead'))));
create policy "Approved domains are added with the domain permission" on public.approved_domains for insert to authenticated
with check (workspace_id = any (array(select private.workspace_ids_with('WorkspaceEmailDomainCreateUpdateDelete'))));
create policy "Approved domains are changed with the domain permission" on public.approved_domains for update to authenticated
using (workspace_id = any (array(select private.workspace_ids_with('WorkspaceEmailDomainCreateUpdateDelete'))))
with check (workspace_id = any (array(select private.workspace_ids_with('WorkspaceEmailDomainCreateUpdateDelete'))));
create policy "Approved domains are removed with the domain permission" on public.approved_domains for delete to authenticated
using (workspace_id = any (array(select private.workspace_ids_with('WorkspaceEmailDomainCreateUpdateDelete'))));

create function private.plain_domain(written text)
returns text
language sql
immutable
set search_path = ''
as $$
  select lower(regexp_replace(btrim(written), '^@', ''))
$$;
comment on function private.plain_domain is 'A domain as it is kept, however it is written.';

create function private.keep_domain_rules()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- A trigger comes before the policy's check: what it says of a workspace is for those only whom the policy lets through.
  if (select auth.uid()) is not null and not private.can_in_workspace(new.workspace_id, 'WorkspaceEmailDomainCreateUpdateDelete') then
    return new;
  end if;
  new.domain := private.plain_domain(new.domain);
  if new.domain !~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$' then
    perform private.problem('domain_invalid');
  end if;
  if tg_op = 'UPDATE' and (new.workspace_id, new.domain, new.role) is not distinct from (old.workspace_id, old.domain, old.role) then
    return new;
  end if;
  -- The gate's lock also makes true what is asked behind it: how many there are, the caller's right and role.
  perform private.feature_gate(new.workspace_id, 'whitelisted_domains');
  if (select auth.uid()) is not null then
    perform private.require_in_workspace(new.workspace_id, 'WorkspaceEmailDomainCreateUpdateDelete');
  end if;
  if tg_op = 'INSERT' and (select count(*) from public.approved_domains d where d.workspace_id = new.workspace_id) >= 500 then
    perform private.problem('too_many_approved_domains');
  end if;
  if new.role > private.workspace_role(new.workspace_id) then
    perform private.problem('role_above_yours');
  end if;
  if exists (
    select 1 from public.approved_domains d
    where d.workspace_id = new.workspace_id and d.domain = new.domain and d.id is distinct from new.id) then
    perform private.problem('domain_already_approved');
  end if;
  return new;
end
$$;
comment on function private.keep_domain_rules is 'Approved domains are a feature of the plan, 500 at most, and give no role above that of who approves them.';
create trigger keep_rules before insert or update on public.approved_domains for each row execute function private.keep_domain_rules();

create function private.require_domain(domain_id bigint)
returns public.approved_domains
language plpgsql
security definer
set search_path = ''
as $$
declare
  held public.approved_domains;
begin
  select * into held from public.approved_domains d where d.id = domain_id;
  if not found or held.workspace_id not in (select private.my_workspace_ids()) then
    perform private.problem('approved_domain_not_found');
  end if;
  perform private.lock_seats_with(held.workspace_id, 'WorkspaceEmailDomainCreateUpdateDelete');
  select * into held from public.approved_domains d where d.id = domain_id for update;
  if not found then
    perform private.problem('approved_domain_not_found');
  end if;
  perform private.require_in_workspace(held.workspace_id, 'WorkspaceEmailDomainCreateUpdateDelete');
  return held;
end
$$;
comment on function private.require_domain is 'An approved domain, locked, for who may change it; 404 for who may not know it.';

create function private.domain_of(email text)
returns text
language sql
immutable
set search_path = ''
as $$
  select lower(substring(email from '@([^@]+)$'))
$$;
comment on function private.domain_of is 'The domain of an address.';

create function private.approved_role(workspace_id bigint, emails text[])
returns public.workspace_role
language sql
stable
security definer
set search_path = ''
as $$
  select max(d.role)
  from public.approved_domains d
  where d.workspace_id = approved_role.workspace_id
    and d.domain in (select private.domain_of(e) from unnest(emails) e)
    and private.feature_allows(d.workspace_id, 'whitelisted_domains')
$$;
comment on function private.approved_role is 'The highest role that the approved domains give to any of these addresses, or null.';

-- # Calls

create function public.add_approved_domain(p_workspace_id bigint, p_domain text, p_role public.workspace_role default 'viewer')
returns public.approved_domains
language plpgsql
security definer
set search_path = ''
as $$
declare
  made public.approved_domains;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceEmailDomainCreateUpdateDelete');
  insert into public.approved_domains (workspace_id, domain, role) values (p_workspace_id, p_domain, p_role) returning * into made;
  return made;
end
$$;
comment on function public.add_approved_domain is 'Lets people with an address of this domain enter by themselves, with a role.';

create function public.update_approved_domain(p_id bigint, p_domain text default null, p_role public.workspace_role default null, p_seen jsonb default null)
returns public.approved_domains
language plpgsql
security definer
set search_path = ''
as $$
declare
  held public.approved_domains := private.require_domain(p_id);
begin
  perform private.require_seen(p_seen, jsonb_strip_nulls(jsonb_build_object('domain', private.plain_domain(p_domain), 'role', p_role)), to_jsonb(held),
    held.workspace_id, array['workspace.domain.updated'], jsonb_build_object('id', held.id));
  update public.approved_domains d set domain = coalesce(p_domain, d.domain), role = coalesce(p_role, d.role) where d.id = held.id
  returning * into held;
  return held;
end
$$;
comment on function public.update_approved_domain is 'Changes an approved domain or the role it gives. p_seen: what the caller saw of them, as in update_workspace_settings.';

create function public.remove_approved_domain(p_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_domain(p_id);
  delete from public.approved_domains d where d.id = p_id;
end
$$;
comment on function public.remove_approved_domain is 'Takes an approved domain back. Who came by it stays.';

-- # Grants

grant select on public.approved_domains to authenticated;
grant insert (workspace_id, domain, role), update (domain, role), delete on public.approved_domains to authenticated;

grant execute on function public.add_approved_domain, public.update_approved_domain, public.remove_approved_domain to authenticated;
