-- A security definer function that clients may call passes by all policies: each one checks the caller itself, and is named here.
with meant (name) as (values
  -- Answer about the caller alone.
  ('me'), ('my_permissions'), ('my_project_permissions'), ('update_account'), ('unpin_project'),
  ('add_email'), ('resend_email_code'), ('set_primary_email'), ('remove_email'), ('set_daily_summary'), ('my_sessions'), ('revoke_session'),
  ('revoke_other_sessions'), ('disconnect_external'), ('export_account'), ('delete_account'), ('workspace_state'),
  -- Keep the caller's own idempotency keys.
  ('idempotency_begin'), ('idempotency_finish'), ('idempotency_release'),
  -- Meant for visitors: what a sign-in screen shows, and whether a URL is free.
  ('workspace_by_slug'), ('slug_available'), ('login_integrations'),
  -- Check a branch once for all of its nodes.
  ('branch_toc'), ('branch_node'), ('branch_node_by_uri'), ('search_nodes'),
  -- Begin with private.require_in_workspace or private.require_in_project, or filter by private.my_workspace_ids.
  ('workspace_features'), ('workspace_activity'), ('invite_member'), ('change_member_role'), ('remove_member'), ('create_group'),
  ('create_team'), ('set_project_member'), ('leave_project'), ('move_project'), ('pin_project'), ('create_project'), ('import_files'),
  ('delete_project'), ('project_workspace'),
  ('create_integration'), ('update_integration'), ('delete_integration'), ('connected_accounts'), ('invite_members'), ('link_invitation'),
  ('unlink_invitation'), ('resend_invitations'), ('revoke_invitations'), ('workspace_join_requests'), ('decide_join_requests'),
  ('add_approved_domain'), ('update_approved_domain'), ('remove_approved_domain'), ('cancel_workspace_deletion'),
  ('list_workspace_tokens'), ('create_workspace_token'), ('rename_workspace_token'), ('delete_workspace_token'))
select p.oid::regprocedure::text as finding
from pg_proc p join pg_namespace n on n.oid = p.pronamespace
where n.nspname = 'public' and p.prosecdef
  and (has_function_privilege('anon', p.oid, 'execute') or has_function_privilege('authenticated', p.oid, 'execute'))
  and p.proname not in (select name from meant)
