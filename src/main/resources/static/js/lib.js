/** The libraries, named with their versions here and in index.html only. */
export {
  html,
  render,
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from '/_static/htm/3.1.1/preact/standalone.module.js';
