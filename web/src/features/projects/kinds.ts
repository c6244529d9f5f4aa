// The kinds of project that can be added: the menu at the left.

import type { SvgIconComponent } from '@mui/icons-material'
import AccountTree from '@mui/icons-material/AccountTreeOutlined'
import CloudDownload from '@mui/icons-material/CloudDownloadOutlined'
import CreateNewFolder from '@mui/icons-material/CreateNewFolderOutlined'
import Language from '@mui/icons-material/Language'
import Rule from '@mui/icons-material/Rule'
import Terminal from '@mui/icons-material/Terminal'
import UploadFile from '@mui/icons-material/UploadFileOutlined'
import type { FlavourId } from './flavours.ts'
import { type Platform, platforms } from './platforms.ts'

export type KindId =
  | 'blank'
  | 'import'
  | 'postman'
  | 'git-blank'
  | 'git'
  | 'cli'
  | 'style-guide'
  | 'spectral'
  | `from-${Platform}`

export interface Kind {
  id: KindId
  label: string
  hint: string
  icon: SvgIconComponent
  /** The type of its projects. */
  type: 'web' | 'vcs' | 'cli'
  flavours: readonly FlavourId[]
}

const fromPlatforms = ['swaggerhub', 'postman', 'stoplight'] as const

const kinds: readonly Kind[] = [
  {
    id: 'blank',
    label: 'Blank web project',
    hint: 'Starts empty, lives here',
    icon: Language,
    type: 'web',
    flavours: ['design', 'design_library'],
  },
  {
    id: 'import',
    label: 'Import OpenAPI file',
    hint: 'Files, a folder or a .zip',
    icon: UploadFile,
    type: 'web',
    flavours: ['design'],
  },
  {
    id: 'postman',
    label: 'Import Postman collection',
    hint: 'Becomes an OpenAPI description',
    icon: UploadFile,
    type: 'web',
    flavours: ['design'],
  },
  {
    id: 'style-guide',
    label: 'Create style guide',
    hint: 'Starts empty, lives here',
    icon: Rule,
    type: 'web',
    flavours: ['style_guide'],
  },
  {
    id: 'spectral',
    label: 'Import Spectral file',
    hint: 'A ruleset, alone or in a .zip',
    icon: UploadFile,
    type: 'web',
    flavours: ['style_guide'],
  },
  {
    id: 'git-blank',
    label: 'Git blank project',
    hint: 'Makes a repository for it',
    icon: CreateNewFolder,
    type: 'vcs',
    flavours: ['design', 'style_guide', 'design_library'],
  },
  {
    id: 'git',
    label: 'Add from a Git provider',
    hint: 'Repositories that are there',
    icon: AccountTree,
    type: 'vcs',
    flavours: ['design'],
  },
  {
    id: 'cli',
    label: 'CLI project',
    hint: 'Scripts and pipelines push to it',
    icon: Terminal,
    type: 'cli',
    flavours: ['design'],
  },
  ...fromPlatforms.map(
    (platform): Kind => ({
      id: `from-${platform}`,
      label: `Import from ${platforms[platform].name}`,
      hint: 'Many projects, by an API key',
      icon: CloudDownload,
      type: 'web',
      flavours: ['design'],
    }),
  ),
]

/** The platform that a kind asks; undefined for others. */
export function platformOf(kind: KindId): Platform | undefined {
  return fromPlatforms.find((platform) => kind === `from-${platform}`)
}

/** The kinds of a flavour; where the workspace has switched web projects off, the database refuses each of that type. */
export function kindsOf(flavour: FlavourId, webAllowed: boolean): Kind[] {
  return kinds.filter(({ type, flavours }) => flavours.includes(flavour) && (webAllowed || type !== 'web'))
}

/** The kind that an address means: by its name, or by the Git provider that it preselects. */
export function kindOf(offered: readonly Kind[], query: URLSearchParams): Kind | undefined {
  const named = query.get('kind') ?? (query.has('integration') ? 'git' : null)
  const usual = (['blank', 'style-guide', 'git-blank'] as const).find((id) =>
    offered.some((kind) => kind.id === id),
  )
  return offered.find(({ id }) => id === named) ?? offered.find(({ id }) => id === usual) ?? offered[0]
}
