import { configure } from '@testing-library/react'

// Screens load their parts as they are needed, which takes a busy machine seconds.
configure({ asyncUtilTimeout: 15_000 })
