import ApiOutlined from '@mui/icons-material/ApiOutlined'
import ArticleOutlined from '@mui/icons-material/ArticleOutlined'
import DataObjectOutlined from '@mui/icons-material/DataObjectOutlined'
import ImageOutlined from '@mui/icons-material/ImageOutlined'
import InsertDriveFileOutlined from '@mui/icons-material/InsertDriveFileOutlined'
import ListAltOutlined from '@mui/icons-material/ListAltOutlined'
import { isImage, nameOf } from '../model.ts'

/** What kind of file a path names. */
export function FileIcon({ path }: { path: string }) {
  const Icon = iconOf(path)
  return <Icon fontSize="compact" aria-hidden sx={{ flex: 'none', color: 'text.secondary' }} />
}

function iconOf(path: string) {
  if (isImage(path)) return ImageOutlined
  if (nameOf(path) === 'toc.json') return ListAltOutlined
  if (/\.(md|markdown)$/i.test(path)) return ArticleOutlined
  if (!/\.(json|ya?ml)$/i.test(path)) return InsertDriveFileOutlined
  return /(^|\/)models?\//i.test(path) ? DataObjectOutlined : ApiOutlined
}
