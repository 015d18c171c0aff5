/** `demo-shop_ns_worker_1-default-rtdb`: a project in a namespace, and which of its databases. */
const IN_NAMESPACE = /^((.+?)_ns_(\w{1,64}))(?:-.*)?$/;

/** The namespace, the project in it, and the project outside of it; null for a database in no namespace. */
export function readDatabaseName(
  name: string,
): { readonly projectId: string; readonly parent: string; readonly namespace: string } | null {
  const [, projectId = '', parent = '', namespace = ''] = IN_NAMESPACE.exec(name) ?? [];
  return projectId === '' ? null : { projectId, parent, namespace };
}
