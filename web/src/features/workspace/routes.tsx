import { HomePage } from './pages/HomePage.tsx'

/** The workspace's home at its root. */
export default HomePage
