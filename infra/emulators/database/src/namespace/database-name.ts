/** For example `demo-shop_ns_worker_1-default-rtdb`: project, namespace and database. */
const IN_NAMESPACE = /^((.+?)_ns_(\w{1,64}))(?:-.*)?$/;

/** The namespace, the project in it, and that project's parent; null for a database outside namespaces. */
export function readDatabaseName(
  name: string,
): { readonly projectId: string; readonly parent: string; readonly namespace: string } | null {
  const [, projectId = '', parent = '', namespace = ''] = IN_NAMESPACE.exec(name) ?? [];
  return projectId === '' ? null : { projectId, parent, namespace };
}
