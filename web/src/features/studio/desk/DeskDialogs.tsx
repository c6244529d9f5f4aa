import { lazy, Suspense, useCallback } from 'react'
import { useProjectPermissions } from '../../../shared/data/me.ts'
import { countsOf } from '../language/counts.ts'
import type { Command } from '../palette/commands.ts'
import type { Stage } from './use-stage.ts'

const PublishDialog = lazy(() =>
  import('../publish/PublishDialog.tsx').then((m) => ({ default: m.PublishDialog })),
)
const CommitDialog = lazy(() => import('../git/CommitDialog.tsx').then((m) => ({ default: m.CommitDialog })))
const PullDialog = lazy(() => import('../git/PullDialog.tsx').then((m) => ({ default: m.PullDialog })))
const CreateBranchDialog = lazy(() =>
  import('../git/CreateBranchDialog.tsx').then((m) => ({ default: m.CreateBranchDialog })),
)
const BringTogether = lazy(() =>
  import('../git/BringTogether.tsx').then((m) => ({ default: m.BringTogether })),
)
const HostBranchesDialog = lazy(() =>
  import('../git/HostBranchesDialog.tsx').then((m) => ({ default: m.HostBranchesDialog })),
)
const ChangesPanel = lazy(() =>
  import('../preview/ChangesPanel.tsx').then((m) => ({ default: m.ChangesPanel })),
)
const HistoryDialog = lazy(() =>
  import('../versions/HistoryDialog.tsx').then((m) => ({ default: m.HistoryDialog })),
)
const CompareDialog = lazy(() =>
  import('../versions/CompareDialog.tsx').then((m) => ({ default: m.CompareDialog })),
)
const CreateVersionDialog = lazy(() =>
  import('../versions/CreateVersionDialog.tsx').then((m) => ({ default: m.CreateVersionDialog })),
)
const ReleasesDialog = lazy(() =>
  import('../releases/ReleasesDialog.tsx').then((m) => ({ default: m.ReleasesDialog })),
)
const TryRulesDialog = lazy(() =>
  import('../rules/TryRulesDialog.tsx').then((m) => ({ default: m.TryRulesDialog })),
)
const CommandPalette = lazy(() =>
  import('../palette/CommandPalette.tsx').then((m) => ({ default: m.CommandPalette })),
)
const ShortcutsDialog = lazy(() =>
  import('../palette/ShortcutsDialog.tsx').then((m) => ({ default: m.ShortcutsDialog })),
)
const RenameDialog = lazy(() =>
  import('../language/panels/RenameDialog.tsx').then((m) => ({ default: m.RenameDialog })),
)
const PlanDialog = lazy(() =>
  import('../language/panels/PlanDialog.tsx').then((m) => ({ default: m.PlanDialog })),
)
const UnsentDialog = lazy(() =>
  import('../layout/UnsentDialog.tsx').then((m) => ({ default: m.UnsentDialog })),
)

/** The dialogs of the desk, each loaded when it is opened first. */
export function DeskDialogs({ stage, commands }: { stage: Stage; commands: readonly Command[] }) {
  const { opening, project, branch, files, store, pathOf, readOnly, language, dialog, setDialog, active } =
    stage
  const counts = countsOf(language.problems)
  const mayRelease = useProjectPermissions(project.id).can('project_branch_update') && !readOnly
  const { client, loadBase } = language
  const published = useCallback(async () => loadBase(await client.ask('texts', {})), [client, loadBase])
  const texts = useCallback(() => client.ask('texts', {}), [client])
  const close = () => setDialog(null)
  const compared = (
    <Suspense fallback={null}>
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
    </Suspense>
  )
  return (
    <Suspense fallback={null}>
      {dialog === 'publish' && stage.isCommitted ? (
        <CommitDialog
          project={project}
          branch={branch}
          files={files}
          mayCreateBranch={opening.can_create_branch}
          isSaved={!store.hasUnsent}
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
          isSaved={!store.hasUnsent}
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
    </Suspense>
  )
}
