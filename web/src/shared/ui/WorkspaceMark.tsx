import Box from '@mui/material/Box'
import { useState } from 'react'
import { useSite } from '../data/workspace.tsx'
import { LogoMark } from './LogoMark.tsx'
import { logoSize, type PictureSize, pictureSizes } from './sizes.ts'

/** The logo of the host's workspace, as wide as it is; the product's mark where there is none, or it does not come. */
export function WorkspaceMark({ size }: { size: PictureSize }) {
  const site = useSite()
  const logo = site.kind === 'workspace' ? site.workspace.logo_url : null
  const [missing, setMissing] = useState<string>()
  if (!logo || logo === missing) return <LogoMark size={size} />
  return (
    <Box
      component="img"
      src={logo}
      alt=""
      // Whose server it lies on learns that somebody looks, not at which page.
      referrerPolicy="no-referrer"
      onError={() => setMissing(logo)}
      sx={{ display: 'block', maxHeight: pictureSizes[size], maxWidth: logoSize.width, objectFit: 'contain' }}
    />
  )
}
