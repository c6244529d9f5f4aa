-- A security definer function that clients may call passes by all policies: each one checks the caller itself, and is named here.
with meant (name) as (values
  -- Answer about the caller alone.
  ('me'), ('my_permissions'), ('my_project_permissions'), ('update_account'), ('unpin_project'),
  ('add_email'), ('resend_email_code'), ('set_primary_email'), ('remove_email'), ('set_daily_summary'), ('my_sessions'), ('revoke_session'),
  ('revoke_other_sessions'), ('check_session'), ('check_connecting'), ('check_uploading'), ('request_proof_code'), ('prove_session'), ('device_request'), ('answer_device_request'), ('oauth_request'), ('allow_oauth_client'), ('permit_password_change'), ('confirm_email'),
  ('disconnect_external'), ('export_account'), ('delete_account'), ('workspace_state'), ('workspace_summary'), ('my_workspace'),
  -- Keep the caller's own idempotency keys.
  ('idempotency_begin'), ('idempotency_finish'), ('idempotency_release'), ('idempotency_renew'),
  -- Meant for visitors: what a sign-in screen shows, and whether a URL is free.
  ('workspace_by_slug'), ('workspace_by_domain'), ('slug_available'), ('workspace_redirects'), ('login_integrations'),
  -- Says which account a mailed link is for, to who holds its token.
  ('email_confirmation'),
  -- Asks of each channel what the policy of channels asks.
  ('has_notices_since'),
  -- Answers what a link opens, to who holds it.
  ('shared_branch'),
  -- Check a branch once for all of its nodes, and for its images.
  ('branch_toc'), ('branch_contents'), ('branch_node'), ('branch_node_by_uri'), ('branch_try_it'), ('mock_operation'), ('mock_routes'), ('branch_image'), ('project_releases'),
  ('branch_node_edges'), ('branch_changelog'), ('image_by_hash'),
  -- Ask private.studio_access of the working copy, once for all of its documents.
  ('open_studio'), ('commit_documents'), ('look_at_host'), ('pull_branch'), ('create_documents'), ('replace_document'), ('move_documents'), ('delete_documents'), ('restore_documents'), ('discard_changes'), ('append_updates'),
  ('updates_after'), ('recover_document'), ('document_reading'), ('publish_working_copy'), ('resolve_documents'), ('restore_commit'), ('commit_files'),
  ('start_comment'), ('reply_to_thread'), ('edit_comment'), ('delete_comment'), ('resolve_thread'), ('branch_comments'), ('thread_comments'), ('read_mentions'),
  ('mentionable_people'), ('place_comments'),
  -- Begin with private.require_proposal, private.require_own_proposal or a thread or comment of such a one.
  ('update_proposal'), ('close_proposal'), ('reopen_proposal'), ('ask_reviewer'), ('unask_reviewer'), ('review_proposal'), ('withdraw_review'),
  ('start_proposal_thread'), ('reply_to_proposal_thread'), ('edit_proposal_comment'), ('delete_proposal_comment'), ('resolve_proposal_thread'), ('apply_proposal_suggestion'),
  ('proposal_discussion'), ('proposal_people'), ('proposal_impact'), ('proposal_lint'), ('proposal_merge'), ('merge_proposal'), ('proposal_nodes'),
  -- Find candidates by an index, then ask of each what the policies ask.
  ('search_nodes'), ('search'), ('search_graph'), ('search_graph_starred'),
  -- Ask private.projects_with, or for each project what set_project_style_guides asks.
  ('list_style_guides'), ('enable_style_guide'), ('disable_style_guide'),
  -- Begin with private.require_in_workspace or private.require_in_project, or filter by private.my_workspace_ids.
  ('workspace_features'), ('check_picture_upload'), ('workspace_billing'), ('plan_losses'), ('workspace_activity'), ('audit_trail'), ('list_audit_tokens'), ('create_audit_token'), ('delete_audit_token'), ('audit_webhook_of'), ('set_audit_webhook'), ('resume_audit_webhook'), ('delete_audit_webhook'), ('invite_member'), ('change_member_role'), ('remove_member'), ('create_group'),
  ('create_team'), ('set_project_member'), ('leave_project'), ('move_project'), ('pin_project'), ('create_project'), ('update_project'), ('import_files'),
  ('delete_project'), ('project_workspace'), ('project_details'),
  ('create_integration'), ('update_integration'), ('delete_integration'), ('connected_accounts'), ('invite_members'), ('link_invitation'),
  ('unlink_invitation'), ('resend_invitations'), ('revoke_invitations'), ('workspace_join_requests'), ('decide_join_requests'),
  ('add_approved_domain'), ('update_approved_domain'), ('remove_approved_domain'), ('cancel_workspace_deletion'), ('workspace_removal'), ('delete_workspace'), ('update_workspace_settings'),
  ('custom_domain_of'), ('set_custom_domain'), ('check_custom_domain'), ('remove_custom_domain'),
  ('export_workspace'), ('workspace_exports'), ('link_to_workspace_export'),
  ('list_members'), ('assignable_roles'), ('change_member_roles'), ('remove_members'), ('projects_left_behind'),
  ('list_groups'), ('group_details'), ('update_group'), ('delete_group'), ('group_members'), ('add_group_admin'), ('remove_group_admin'),
  ('leave_group'), ('group_invitations'), ('group_assignable_members'),
  ('list_teams'), ('team_details'), ('update_team'), ('delete_team'), ('delete_teams'), ('team_members_list'), ('set_team_member'),
  ('set_team_members'), ('remove_team_member'), ('leave_team'), ('team_assignable_members'),
  ('project_access_list'), ('add_project_member'), ('add_project_members'), ('remove_project_member'), ('transfer_project_ownership'),
  ('project_teams_list'), ('set_project_team'), ('remove_project_team'), ('project_assignable_members'), ('project_assignable_teams'),
  ('list_projects'), ('open_pages'), ('open_page_shards'), ('move_projects'), ('delete_projects'), ('explain_access'),
  ('create_projects'), ('check_project_permission'), ('project_host'), ('added_repositories'), ('connect_repository'), ('create_service_account'), ('update_service_account'),
  ('delete_service_account'), ('keep_ci_token'), ('branch_share'), ('share_branch'), ('track_branch'), ('set_default_branch'),
  ('delete_branch'), ('create_version'), ('create_release'), ('set_project_style_guides'), ('set_default_style_guide'), ('pin_style_guide'), ('project_style_guide_versions'), ('project_ruleset'), ('style_guides_left_out'), ('list_governed_projects'), ('delete_project_images'), ('make_spectral_token'), ('set_override'), ('override_layers'),
  ('list_workspace_tokens'), ('create_workspace_token'), ('rename_workspace_token'), ('delete_workspace_token'),
  ('create_proposal'), ('list_proposals'), ('proposal_at'), ('group_reviewers'), ('set_group_reviewers'),
  ('check_migration'), ('queue_migrations'), ('migrations'), ('may_migrate_from_next'),
  ('branch_problems'), ('waive_finding'), ('update_waiver'), ('end_waiver'), ('governance_report'), ('governance_trend'), ('governance_waivers'),
  ('fixable_rules'), ('rule_fix_projects'), ('propose_rule_fixes'),
  ('scim_overview'), ('update_scim'), ('create_scim_token'), ('delete_scim_token'))
select p.oid::regprocedure::text as finding
from pg_proc p join pg_namespace n on n.oid = p.pronamespace
where n.nspname = 'public' and p.prosecdef
  and (has_function_privilege('anon', p.oid, 'execute') or has_function_privilege('authenticated', p.oid, 'execute'))
  and p.proname not in (select name from meant)
