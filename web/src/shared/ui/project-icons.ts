import type { SvgIconComponent } from '@mui/icons-material'
import Bolt from '@mui/icons-material/Bolt'
import CalendarMonth from '@mui/icons-material/CalendarMonth'
import Cloud from '@mui/icons-material/Cloud'
import Code from '@mui/icons-material/Code'
import CreditCard from '@mui/icons-material/CreditCard'
import Explore from '@mui/icons-material/Explore'
import Inventory from '@mui/icons-material/Inventory2'
import Key from '@mui/icons-material/Key'
import LocalShipping from '@mui/icons-material/LocalShipping'
import Mail from '@mui/icons-material/Mail'
import MapIcon from '@mui/icons-material/Map'
import MenuBook from '@mui/icons-material/MenuBook'
import Psychology from '@mui/icons-material/Psychology'
import Public from '@mui/icons-material/Public'
import RocketLaunch from '@mui/icons-material/RocketLaunch'
import Science from '@mui/icons-material/Science'
import Settings from '@mui/icons-material/Settings'
import Shield from '@mui/icons-material/Shield'
import ShowChart from '@mui/icons-material/ShowChart'
import Spa from '@mui/icons-material/Spa'
import Storage from '@mui/icons-material/Storage'
import Cube from '@mui/icons-material/ViewInAr'
import type { IconName } from '../../../../supabase/functions/_shared/domain/appearance.ts'

/** The drawing of each icon name of the domain. */
export const projectIcons: Record<IconName, SvgIconComponent> = {
  'cabinet-filing': Inventory,
  bolt: Bolt,
  book: MenuBook,
  'brain-circuit': Psychology,
  calendar: CalendarMonth,
  'chart-line': ShowChart,
  cloud: Cloud,
  code: Code,
  compass: Explore,
  'credit-card': CreditCard,
  cube: Cube,
  database: Storage,
  envelope: Mail,
  flask: Science,
  gear: Settings,
  globe: Public,
  key: Key,
  leaf: Spa,
  map: MapIcon,
  rocket: RocketLaunch,
  shield: Shield,
  truck: LocalShipping,
}
