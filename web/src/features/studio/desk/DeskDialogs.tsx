import { useCallback, useSyncExternalStore } from 'react'
import { useProjectPermissions } from '../../../shared/data/me.ts'
import { BringTogether } from '../git/BringTogether.tsx'
import { CommitDialog } from '../git/CommitDialog.tsx'
import { CreateBranchDialog } from '../git/CreateBranchDialog.tsx'
import { HostBranchesDialog } from '../git/HostBranchesDialog.tsx'
import { PullDialog } from '../git/PullDialog.tsx'
import { countsOf } from '../language/counts.ts'
import { PlanDialog } from '../language/panels/PlanDialog.tsx'
import { RenameDialog } from '../language/panels/RenameDialog.tsx'
import { useProblems } from '../language/use-client.ts'
import { UnsentDialog } from '../layout/UnsentDialog.tsx'
import { CommandPalette } from '../palette/CommandPalette.tsx'
import type { Command } from '../palette/commands.ts'
import { ShortcutsDialog } from '../palette/ShortcutsDialog.tsx'
import { ChangesPanel } from '../preview/ChangesPanel.tsx'
import { PublishDialog } from '../publish/PublishDialog.tsx'
import { ReleasesDialog } from '../releases/ReleasesDialog.tsx'
import { TryRulesDialog } from '../rules/TryRulesDialog.tsx'
import { CompareDialog } from '../versions/CompareDialog.tsx'
import { CreateVersionDialog } from '../versions/CreateVersionDialog.tsx'
import { HistoryDialog } from '../versions/HistoryDialog.tsx'
import type { Stage } from './use-stage.ts'

/** The dialogs of the desk. */
export function DeskDialogs({ stage, commands }: { stage: Stage; commands: readonly Command[] }) {
  const { opening, project, branch, files, store, pathOf, readOnly, language, dialog, setDialog, active } =
    stage
  const counts = countsOf(useProblems(language.client))
  const isSaved = useSyncExternalStore(store.subscribe, () => !store.hasUnsent)
  const mayRelease = useProjectPermissions(project.id).can('project_branch_update') && !readOnly
  const { client, loadBase } = language
  const published = useCallback(async () => loadBase(await client.ask('texts', {})), [client, loadBase])
  const texts = useCallback(() => client.ask('texts', {}), [client])
  const close = () => setDialog(null)
  const compared = (
    <ChangesPanel
      client={client}
      analysis={language.analysis}
      loadBase={loadBase}
      {...(stage.isCommitted && { since: 'the last commit' })}
      onGo={(path, range) => {
        close()
        language.actions.goTo(path, range)
      }}
    />
  )
  return (
    <>
      {dialog === 'publish' && stage.isCommitted ? (
        <CommitDialog
          project={project}
          branch={branch}
          files={files}
          mayCreateBranch={opening.can_create_branch}
          isSaved={isSaved}
          compared={compared}
          onCommitted={stage.setCommitId}
          onBringTogether={() => setDialog('together')}
          onClose={close}
        />
      ) : null}
      {dialog === 'pull' ? (
        <PullDialog
          project={project}
          branch={branch}
          files={files}
          onBringTogether={() => setDialog('together')}
          onCommit={() => setDialog('publish')}
          onClose={close}
        />
      ) : null}
      {dialog === 'branch' ? (
        <CreateBranchDialog branch={branch} onCreated={stage.setCommitId} onClose={close} />
      ) : null}
      {dialog === 'host-branches' ? <HostBranchesDialog project={project} onClose={close} /> : null}
      {dialog === 'together' ? (
        <BringTogether project={project} branch={branch} files={files} store={store} onClose={close} />
      ) : null}
      {dialog === 'publish' && !stage.isCommitted ? (
        <PublishDialog
          project={project}
          branch={branch}
          files={files}
          canPublish={opening.can_publish && !readOnly}
          isSaved={isSaved}
          problems={counts.error + counts.warning}
          compared={compared}
          onPublished={stage.setJobId}
          onBringTogether={readOnly ? null : () => setDialog('together')}
          onClose={close}
        />
      ) : null}
      {dialog === 'history' ? (
        <HistoryDialog
          project={project}
          analysis={language.analysis}
          branch={branch}
          mayRestore={!readOnly}
          onRestored={() => setDialog('publish')}
          onClose={close}
        />
      ) : null}
      {dialog === 'compare' ? (
        <CompareDialog project={project} analysis={language.analysis} branch={branch} onClose={close} />
      ) : null}
      {dialog === 'version' ? (
        <CreateVersionDialog project={project} branch={branch} onClose={close} />
      ) : null}
      {dialog === 'releases' || dialog === 'release' ? (
        <ReleasesDialog
          project={project}
          branch={branch}
          analysis={language.analysis}
          published={published}
          mayRelease={mayRelease}
          isNew={dialog === 'release'}
          onClose={close}
        />
      ) : null}
      {dialog === 'try-rules' && active ? (
        <TryRulesDialog projectId={project.id} ruleset={active.path} texts={texts} onClose={close} />
      ) : null}
      {dialog === 'files' || dialog === 'commands' ? (
        <CommandPalette commands={commands} start={dialog === 'commands' ? '>' : ''} onClose={close} />
      ) : null}
      {language.renaming ? (
        <RenameDialog
          client={language.client}
          subject={language.renaming}
          onApply={language.actions.apply}
          onClose={() => language.onRenaming(null)}
        />
      ) : null}
      {language.asked ? (
        <PlanDialog
          title={language.asked.title}
          plan={language.asked.plan}
          action={language.asked.action}
          onApply={() => language.asked?.settle(true)}
          onClose={() => language.asked?.settle(false)}
        />
      ) : null}
      {dialog === 'shortcuts' ? <ShortcutsDialog onClose={close} /> : null}
      {dialog === 'unsent' ? <UnsentDialog store={store} pathOf={pathOf} onClose={close} /> : null}
    </>
  )
}
