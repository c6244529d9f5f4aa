import { Route, Routes } from 'react-router-dom'
import { RoadmapPage } from './RoadmapPage.tsx'

/** The screen /roadmap, and what its page has below it. */
export default function RoadmapRoutes() {
  return (
    <Routes>
      <Route path="*" element={<RoadmapPage />} />
    </Routes>
  )
}
