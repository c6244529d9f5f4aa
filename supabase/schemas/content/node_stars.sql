-- Stars: the nodes that somebody keeps at hand.

-- # Tables

create table public.node_stars (
  node_id bigint not null references public.nodes (id) on delete cascade,
  user_id bigint not null references public.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, node_id)
);
comment on table public.node_stars is 'Nodes that somebody has starred, on whichever branch: a star outlives a new analysis, as the node does.';
create index node_stars_node_id_idx on public.node_stars (node_id);
alter table public.node_stars enable row level security;

-- # Rules

create function private.announce_node_stars()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.announce_changes(tg_table_name, tg_op, 'change', array(
    select row(p.workspace_id, null, c.user_id, null)::private.change
    from changed c left join public.nodes n on n.id = c.node_id left join public.projects p on p.id = n.project_id), to_people_only => true);
  return null;
end
$$;
comment on function private.announce_node_stars is 'Whoever starred a node hears of it, also in sessions for its workspace alone.';
create trigger announce_insert after insert on public.node_stars referencing new table as changed for each statement execute function private.announce_node_stars();
create trigger announce_update after update on public.node_stars referencing old table as before new table as changed for each statement execute function private.announce_node_stars();
create trigger announce_delete after delete on public.node_stars referencing old table as changed for each statement execute function private.announce_node_stars();

create policy "Stars are seen by who gave them, while they read the node" on public.node_stars for select to authenticated
using (user_id = (select private.current_user_id()) and exists (select 1 from public.nodes n where n.id = node_stars.node_id));
create policy "Stars are given by people to nodes that they read" on public.node_stars for insert to authenticated
with check (user_id = (select private.current_user_id()) and exists (select 1 from public.nodes n where n.id = node_stars.node_id));
create policy "Stars are taken back by who gave them" on public.node_stars for delete to authenticated
using (user_id = (select private.current_user_id()) and exists (select 1 from public.nodes n where n.id = node_stars.node_id));

-- # Grants

grant select, delete on public.node_stars to authenticated;
grant insert (node_id, user_id) on public.node_stars to authenticated;
