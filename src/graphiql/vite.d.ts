declare module '*.css';

/** A file that the build copies beside the page; the module is its URL. */
declare module '*?url' {
  const url: string;
  export default url;
}

interface Window {
  MonacoEnvironment?: { getWorker(moduleId: string, label: string): Worker };
}
