// What can be done at the desk: by the command palette, and by keys.
import { useNavigate } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { useProjectPermissions } from '../../../shared/data/me.ts'
import type { Comments } from '../comments/use-comments.ts'
import { nameOf } from '../model.ts'
import { type Command, written } from '../palette/commands.ts'
import { isRuleset } from '../rules/is-ruleset.ts'
import { useShortcuts } from './use-shortcuts.ts'
import type { Stage } from './use-stage.ts'
import { useUndoKeys } from './use-undo-keys.ts'

/** The commands that are there now, files first; their keys work from here on. */
export function useCommands(stage: Stage, comments: Comments): Command[] {
  const { project, desk, language, document, active, readOnly, setDialog } = stage
  const navigate = useNavigate()
  const { can } = useProjectPermissions(project.id)
  useKeys(stage, comments)
  useUndoKeys(document ?? null)

  // Fifty thousand commands are made for who looks for one, not with each key.
  const isAsked = stage.dialog === 'files' || stage.dialog === 'commands'
  const files = (isAsked ? stage.live : []).map(
    (file): Command => ({
      id: file.id,
      kind: 'file',
      label: nameOf(file.path),
      about: file.path,
      run: () => stage.openFile(file.id),
    }),
  )
  const publish = stage.isCommitted ? 'Commit…' : stage.opening.can_publish ? 'Publish…' : 'Changes…'
  const offered: (Command | false | undefined)[] = [
    !readOnly && command('new', 'New file…', () => stage.setCreating({})),
    !readOnly && command('publish', publish, () => setDialog('publish'), 'Mod+Shift+Enter'),
    !readOnly && document && command('undo', 'Undo what I wrote', () => document.model.undo(), 'Mod+Z'),
    !readOnly && document && command('redo', 'Redo what I wrote', () => document.model.redo(), 'Mod+Shift+Z'),
    stage.isCommitted && command('pull', 'Pull…', () => setDialog('pull')),
    stage.isCommitted &&
      stage.opening.can_create_branch &&
      command('branch', 'New branch…', () => setDialog('branch')),
    stage.isVersioned && command('version', 'New version…', () => setDialog('version')),
    stage.hasForm &&
      command(
        'view',
        desk.view === 'form' ? 'Show the code' : 'Show the form',
        stage.toggleView,
        'Mod+Shift+U',
      ),
    active && command('close', 'Close the file', () => desk.close(active.id), 'Alt+W'),
    command('search', 'Search in all files', () => language.actions.searchAll(''), 'Mod+Shift+F'),
    command('problems', 'Problems', () => language.showPanel('problems'), 'Mod+Shift+M'),
    command('changes', 'Changes since it was published', () => language.showPanel('changes')),
    command('preview', stage.isPreviewed ? 'Hide the preview' : 'Show the preview', () =>
      stage.setPreviewed(!stage.isPreviewed),
    ),
    comments.begin !== null && command('comment', 'Comment on this', comments.begin, 'Mod+Alt+M'),
    comments.threads !== null &&
      command('comments', comments.isOpen ? 'Hide the comments' : 'Show the comments', () =>
        comments.isOpen ? comments.close() : comments.open(),
      ),
    comments.threads !== null && command('next-comment', 'Next comment', () => comments.next(1), 'Mod+Alt+.'),
    comments.threads !== null &&
      command('previous-comment', 'Previous comment', () => comments.next(-1), 'Mod+Alt+,'),
    active?.kind === 'text' &&
      !readOnly &&
      command('format', 'Format the file', () => language.actions.format(active.path)),
    active && isRuleset(active.path) && command('try-rules', 'Try the rules…', () => setDialog('try-rules')),
    command('history', 'History…', () => setDialog('history')),
    command('releases', 'Releases…', () => setDialog('releases')),
    command('docs', 'Read the documentation', () => void navigate(paths.docs(project.slug))),
    can('project_settings_view') &&
      command(
        'settings',
        'Settings of the project',
        () => void navigate(paths.projectSettings(project.slug)),
      ),
    command('shortcuts', 'Keyboard shortcuts', () => setDialog('shortcuts')),
  ]
  return [...files, ...offered.filter((one) => one !== undefined && one !== false)]
}

function command(id: string, label: string, run: () => void, keys?: string): Command {
  return { id, kind: 'command', label, run, keys: keys && written(keys) }
}

function useKeys({ desk, language, active, store, setDialog, toggleView }: Stage, comments: Comments): void {
  useShortcuts({
    'Mod+p': () => setDialog('files'),
    'Mod+Shift+p': () => setDialog('commands'),
    F1: () => setDialog('commands'),
    'Mod+s': () => {
      store.flush()
      store.retryNow()
    },
    'Mod+Shift+u': toggleView,
    'Mod+Shift+e': () => window.document.querySelector<HTMLElement>('[role="tree"] [tabindex="0"]')?.focus(),
    'Mod+Shift+f': () => language.actions.searchAll(''),
    'Mod+Shift+m': () => language.showPanel('problems'),
    'Alt+w': () => active && desk.close(active.id),
    'Mod+Shift+Enter': () => setDialog('publish'),
    ...(comments.threads && {
      'Mod+Alt+m': () => comments.begin?.(),
      'Mod+Alt+.': () => comments.next(1),
      'Mod+Alt+,': () => comments.next(-1),
    }),
  })
}
