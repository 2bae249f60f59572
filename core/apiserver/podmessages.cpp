// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/protoschema.h"

namespace wk::apiserver {

/// What a pod is made of, and metadata. clusterName, and readOnly of an ephemeral volume, went with 1.24 and 1.22.
/// Source: k8s.io/api 1.20 to 1.33, generated.proto (the numbers) and types.go (order, pointers, what is left out).
const std::string_view PodMessages = R"(
TypeMeta: apiVersion=1 text!, kind=2 text!
Time: seconds=1 int64!, nanos=2 int32!
MicroTime: seconds=1 int64!, nanos=2 int32!
Quantity: string=1 text!
IntOrString: type=1 int64!, intVal=2 int32!, strVal=3 text!
FieldsV1: Raw=1 text!
ObjectMeta: name=1 text, generateName=2 text, namespace=3 text, selfLink=4 text, uid=5 text, resourceVersion=6 text,
    generation=7 int64, creationTimestamp=8 Time, deletionTimestamp=9 *Time, deletionGracePeriodSeconds=10 *int64,
    labels=11 {}text, annotations=12 {}text, ownerReferences=13 []OwnerReference, finalizers=14 []text,
    clusterName=15 text, managedFields=17 []ManagedFieldsEntry
OwnerReference: apiVersion=5 text!, kind=1 text!, name=3 text!, uid=4 text!, controller=6 *bool,
    blockOwnerDeletion=7 *bool
ManagedFieldsEntry: manager=1 text, operation=2 text, apiVersion=3 text, time=4 *Time, fieldsType=6 text,
    fieldsV1=7 *FieldsV1, subresource=8 text
LabelSelector: matchLabels=1 {}text, matchExpressions=2 []LabelSelectorRequirement
LabelSelectorRequirement: key=1 text!, operator=2 text!, values=3 []text
Condition: type=1 text!, status=2 text!, observedGeneration=3 int64, lastTransitionTime=4 Time, reason=5 text!,
    message=6 text!
DeleteOptions: gracePeriodSeconds=1 *int64, preconditions=2 *Preconditions, orphanDependents=3 *bool,
    propagationPolicy=4 *text, dryRun=5 []text, ignoreStoreReadErrorWithClusterBreakingPotential=6 *bool
Preconditions: uid=1 *text, resourceVersion=2 *text
FieldSelectorRequirement: key=1 text!, operator=2 text!, values=3 []text
Pod: metadata=1 ObjectMeta, spec=2 PodSpec, status=3 PodStatus
PodSpec: volumes=1 []Volume, initContainers=20 []Container, containers=2 []Container!,
    ephemeralContainers=34 []EphemeralContainer, restartPolicy=3 text, terminationGracePeriodSeconds=4 *int64,
    activeDeadlineSeconds=5 *int64, dnsPolicy=6 text, nodeSelector=7 {}text, serviceAccountName=8 text,
    serviceAccount=9 text, automountServiceAccountToken=21 *bool, nodeName=10 text, hostNetwork=11 bool,
    hostPID=12 bool, hostIPC=13 bool, shareProcessNamespace=27 *bool, securityContext=14 *PodSecurityContext,
    imagePullSecrets=15 []LocalObjectReference, hostname=16 text, subdomain=17 text, affinity=18 *Affinity,
    schedulerName=19 text, tolerations=22 []Toleration, hostAliases=23 []HostAlias, priorityClassName=24 text,
    priority=25 *int32, dnsConfig=26 *PodDNSConfig, readinessGates=28 []PodReadinessGate, runtimeClassName=29 *text,
    enableServiceLinks=30 *bool, preemptionPolicy=31 *text, overhead=32 {}Quantity,
    topologySpreadConstraints=33 []TopologySpreadConstraint, setHostnameAsFQDN=35 *bool, os=36 *PodOS,
    hostUsers=37 *bool, schedulingGates=38 []PodSchedulingGate, resourceClaims=39 []PodResourceClaim,
    resources=40 *ResourceRequirements
LocalObjectReference: name=1 text
ObjectFieldSelector: apiVersion=1 text, fieldPath=2 text!
ResourceFieldSelector: containerName=1 text, resource=2 text!, divisor=3 Quantity
Container: name=1 text!, image=2 text, command=3 []text, args=4 []text, workingDir=5 text, ports=6 []ContainerPort,
    envFrom=19 []EnvFromSource, env=7 []EnvVar, resources=8 ResourceRequirements,
    resizePolicy=23 []ContainerResizePolicy, restartPolicy=24 *text, volumeMounts=9 []VolumeMount,
    volumeDevices=21 []VolumeDevice, livenessProbe=10 *Probe, readinessProbe=11 *Probe, startupProbe=22 *Probe,
    lifecycle=12 *Lifecycle, terminationMessagePath=13 text, terminationMessagePolicy=20 text,
    imagePullPolicy=14 text, securityContext=15 *SecurityContext, stdin=16 bool, stdinOnce=17 bool, tty=18 bool
ContainerPort: name=1 text, hostPort=2 int32, containerPort=3 int32!, protocol=4 text, hostIP=5 text
EnvFromSource: prefix=1 text, configMapRef=2 *ConfigMapEnvSource, secretRef=3 *SecretEnvSource
ConfigMapEnvSource: -=1 LocalObjectReference, optional=2 *bool
SecretEnvSource: -=1 LocalObjectReference, optional=2 *bool
EnvVar: name=1 text!, value=2 text, valueFrom=3 *EnvVarSource
EnvVarSource: fieldRef=1 *ObjectFieldSelector, resourceFieldRef=2 *ResourceFieldSelector,
    configMapKeyRef=3 *ConfigMapKeySelector, secretKeyRef=4 *SecretKeySelector
ConfigMapKeySelector: -=1 LocalObjectReference, key=2 text!, optional=3 *bool
SecretKeySelector: -=1 LocalObjectReference, key=2 text!, optional=3 *bool
ResourceRequirements: limits=1 {}Quantity, requests=2 {}Quantity, claims=3 []ResourceClaim
ResourceClaim: name=1 text!, request=2 text
ContainerResizePolicy: resourceName=1 text!, restartPolicy=2 text!
VolumeMount: name=1 text!, readOnly=2 bool, recursiveReadOnly=7 *text, mountPath=3 text!, subPath=4 text,
    mountPropagation=5 *text, subPathExpr=6 text
VolumeDevice: name=1 text!, devicePath=2 text!
Probe: -=1 ProbeHandler, initialDelaySeconds=2 int32, timeoutSeconds=3 int32, periodSeconds=4 int32,
    successThreshold=5 int32, failureThreshold=6 int32, terminationGracePeriodSeconds=7 *int64
ProbeHandler: exec=1 *ExecAction, httpGet=2 *HTTPGetAction, tcpSocket=3 *TCPSocketAction, grpc=4 *GRPCAction
ExecAction: command=1 []text
HTTPGetAction: path=1 text, port=2 IntOrString, host=3 text, scheme=4 text, httpHeaders=5 []HTTPHeader
HTTPHeader: name=1 text!, value=2 text!
TCPSocketAction: port=1 IntOrString, host=2 text
GRPCAction: port=1 int32!, service=2 *text!
Lifecycle: postStart=1 *LifecycleHandler, preStop=2 *LifecycleHandler, stopSignal=3 *text
LifecycleHandler: exec=1 *ExecAction, httpGet=2 *HTTPGetAction, tcpSocket=3 *TCPSocketAction, sleep=4 *SleepAction
SleepAction: seconds=1 int64!
SecurityContext: capabilities=1 *Capabilities, privileged=2 *bool, seLinuxOptions=3 *SELinuxOptions,
    windowsOptions=10 *WindowsSecurityContextOptions, runAsUser=4 *int64, runAsGroup=8 *int64, runAsNonRoot=5 *bool,
    readOnlyRootFilesystem=6 *bool, allowPrivilegeEscalation=7 *bool, procMount=9 *text,
    seccompProfile=11 *SeccompProfile, appArmorProfile=12 *AppArmorProfile
Capabilities: add=1 []text, drop=2 []text
SELinuxOptions: user=1 text, role=2 text, type=3 text, level=4 text
WindowsSecurityContextOptions: gmsaCredentialSpecName=1 *text, gmsaCredentialSpec=2 *text, runAsUserName=3 *text,
    hostProcess=4 *bool
SeccompProfile: type=1 text!, localhostProfile=2 *text
AppArmorProfile: type=1 text!, localhostProfile=2 *text
EphemeralContainer: -=1 EphemeralContainerCommon, targetContainerName=2 text
EphemeralContainerCommon: name=1 text!, image=2 text, command=3 []text, args=4 []text, workingDir=5 text,
    ports=6 []ContainerPort, envFrom=19 []EnvFromSource, env=7 []EnvVar, resources=8 ResourceRequirements,
    resizePolicy=23 []ContainerResizePolicy, restartPolicy=24 *text, volumeMounts=9 []VolumeMount,
    volumeDevices=21 []VolumeDevice, livenessProbe=10 *Probe, readinessProbe=11 *Probe, startupProbe=22 *Probe,
    lifecycle=12 *Lifecycle, terminationMessagePath=13 text, terminationMessagePolicy=20 text,
    imagePullPolicy=14 text, securityContext=15 *SecurityContext, stdin=16 bool, stdinOnce=17 bool, tty=18 bool
PodSecurityContext: seLinuxOptions=1 *SELinuxOptions, windowsOptions=8 *WindowsSecurityContextOptions,
    runAsUser=2 *int64, runAsGroup=6 *int64, runAsNonRoot=3 *bool, supplementalGroups=4 []int64,
    supplementalGroupsPolicy=12 *text, fsGroup=5 *int64, sysctls=7 []Sysctl, fsGroupChangePolicy=9 *text,
    seccompProfile=10 *SeccompProfile, appArmorProfile=11 *AppArmorProfile, seLinuxChangePolicy=13 *text
Sysctl: name=1 text!, value=2 text!
Affinity: nodeAffinity=1 *NodeAffinity, podAffinity=2 *PodAffinity, podAntiAffinity=3 *PodAntiAffinity
NodeAffinity: requiredDuringSchedulingIgnoredDuringExecution=1 *NodeSelector,
    preferredDuringSchedulingIgnoredDuringExecution=2 []PreferredSchedulingTerm
NodeSelector: nodeSelectorTerms=1 []NodeSelectorTerm!
NodeSelectorTerm: matchExpressions=1 []NodeSelectorRequirement, matchFields=2 []NodeSelectorRequirement
NodeSelectorRequirement: key=1 text!, operator=2 text!, values=3 []text
PreferredSchedulingTerm: weight=1 int32!, preference=2 NodeSelectorTerm
PodAffinity: requiredDuringSchedulingIgnoredDuringExecution=1 []PodAffinityTerm,
    preferredDuringSchedulingIgnoredDuringExecution=2 []WeightedPodAffinityTerm
PodAffinityTerm: labelSelector=1 *LabelSelector, namespaces=2 []text, topologyKey=3 text!,
    namespaceSelector=4 *LabelSelector, matchLabelKeys=5 []text, mismatchLabelKeys=6 []text
WeightedPodAffinityTerm: weight=1 int32!, podAffinityTerm=2 PodAffinityTerm
PodAntiAffinity: requiredDuringSchedulingIgnoredDuringExecution=1 []PodAffinityTerm,
    preferredDuringSchedulingIgnoredDuringExecution=2 []WeightedPodAffinityTerm
Toleration: key=1 text, operator=2 text, value=3 text, effect=4 text, tolerationSeconds=5 *int64
HostAlias: ip=1 text!, hostnames=2 []text
PodDNSConfig: nameservers=1 []text, searches=2 []text, options=3 []PodDNSConfigOption
PodDNSConfigOption: name=1 text, value=2 *text
PodReadinessGate: conditionType=1 text!
TopologySpreadConstraint: maxSkew=1 int32!, topologyKey=2 text!, whenUnsatisfiable=3 text!,
    labelSelector=4 *LabelSelector, minDomains=5 *int32, nodeAffinityPolicy=6 *text, nodeTaintsPolicy=7 *text,
    matchLabelKeys=8 []text
PodOS: name=1 text!
PodSchedulingGate: name=1 text!
PodResourceClaim: name=1 text!, resourceClaimName=3 *text, resourceClaimTemplateName=4 *text
Volume: name=1 text!, -=2 VolumeSource
VolumeSource: hostPath=1 *HostPathVolumeSource, emptyDir=2 *EmptyDirVolumeSource,
    gcePersistentDisk=3 *GCEPersistentDiskVolumeSource, awsElasticBlockStore=4 *AWSElasticBlockStoreVolumeSource,
    gitRepo=5 *GitRepoVolumeSource, secret=6 *SecretVolumeSource, nfs=7 *NFSVolumeSource, iscsi=8 *ISCSIVolumeSource,
    glusterfs=9 *GlusterfsVolumeSource, persistentVolumeClaim=10 *PersistentVolumeClaimVolumeSource,
    rbd=11 *RBDVolumeSource, flexVolume=12 *FlexVolumeSource, cinder=13 *CinderVolumeSource,
    cephfs=14 *CephFSVolumeSource, flocker=15 *FlockerVolumeSource, downwardAPI=16 *DownwardAPIVolumeSource,
    fc=17 *FCVolumeSource, azureFile=18 *AzureFileVolumeSource, configMap=19 *ConfigMapVolumeSource,
    vsphereVolume=20 *VsphereVirtualDiskVolumeSource, quobyte=21 *QuobyteVolumeSource,
    azureDisk=22 *AzureDiskVolumeSource, photonPersistentDisk=23 *PhotonPersistentDiskVolumeSource,
    projected=26 *ProjectedVolumeSource, portworxVolume=24 *PortworxVolumeSource, scaleIO=25 *ScaleIOVolumeSource,
    storageos=27 *StorageOSVolumeSource, csi=28 *CSIVolumeSource, ephemeral=29 *EphemeralVolumeSource,
    image=30 *ImageVolumeSource
HostPathVolumeSource: path=1 text!, type=2 *text
EmptyDirVolumeSource: medium=1 text, sizeLimit=2 *Quantity
GCEPersistentDiskVolumeSource: pdName=1 text!, fsType=2 text, partition=3 int32, readOnly=4 bool
AWSElasticBlockStoreVolumeSource: volumeID=1 text!, fsType=2 text, partition=3 int32, readOnly=4 bool
GitRepoVolumeSource: repository=1 text!, revision=2 text, directory=3 text
SecretVolumeSource: secretName=1 text, items=2 []KeyToPath, defaultMode=3 *int32, optional=4 *bool
KeyToPath: key=1 text!, path=2 text!, mode=3 *int32
NFSVolumeSource: server=1 text!, path=2 text!, readOnly=3 bool
ISCSIVolumeSource: targetPortal=1 text!, iqn=2 text!, lun=3 int32!, iscsiInterface=4 text, fsType=5 text,
    readOnly=6 bool, portals=7 []text, chapAuthDiscovery=8 bool, chapAuthSession=11 bool,
    secretRef=10 *LocalObjectReference, initiatorName=12 *text
GlusterfsVolumeSource: endpoints=1 text!, path=2 text!, readOnly=3 bool
PersistentVolumeClaimVolumeSource: claimName=1 text!, readOnly=2 bool
RBDVolumeSource: monitors=1 []text!, image=2 text!, fsType=3 text, pool=4 text, user=5 text, keyring=6 text,
    secretRef=7 *LocalObjectReference, readOnly=8 bool
FlexVolumeSource: driver=1 text!, fsType=2 text, secretRef=3 *LocalObjectReference, readOnly=4 bool, options=5 {}text
CinderVolumeSource: volumeID=1 text!, fsType=2 text, readOnly=3 bool, secretRef=4 *LocalObjectReference
CephFSVolumeSource: monitors=1 []text!, path=2 text, user=3 text, secretFile=4 text,
    secretRef=5 *LocalObjectReference, readOnly=6 bool
FlockerVolumeSource: datasetName=1 text, datasetUUID=2 text
DownwardAPIVolumeSource: items=1 []DownwardAPIVolumeFile, defaultMode=2 *int32
DownwardAPIVolumeFile: path=1 text!, fieldRef=2 *ObjectFieldSelector, resourceFieldRef=3 *ResourceFieldSelector,
    mode=4 *int32
FCVolumeSource: targetWWNs=1 []text, lun=2 *int32, fsType=3 text, readOnly=4 bool, wwids=5 []text
AzureFileVolumeSource: secretName=1 text!, shareName=2 text!, readOnly=3 bool
ConfigMapVolumeSource: -=1 LocalObjectReference, items=2 []KeyToPath, defaultMode=3 *int32, optional=4 *bool
VsphereVirtualDiskVolumeSource: volumePath=1 text!, fsType=2 text, storagePolicyName=3 text, storagePolicyID=4 text
QuobyteVolumeSource: registry=1 text!, volume=2 text!, readOnly=3 bool, user=4 text, group=5 text, tenant=6 text
AzureDiskVolumeSource: diskName=1 text!, diskURI=2 text!, cachingMode=3 *text, fsType=4 *text, readOnly=5 *bool,
    kind=6 *text
PhotonPersistentDiskVolumeSource: pdID=1 text!, fsType=2 text
ProjectedVolumeSource: sources=1 []VolumeProjection!, defaultMode=2 *int32
VolumeProjection: secret=1 *SecretProjection, downwardAPI=2 *DownwardAPIProjection, configMap=3 *ConfigMapProjection,
    serviceAccountToken=4 *ServiceAccountTokenProjection, clusterTrustBundle=5 *ClusterTrustBundleProjection
SecretProjection: -=1 LocalObjectReference, items=2 []KeyToPath, optional=4 *bool
DownwardAPIProjection: items=1 []DownwardAPIVolumeFile
ConfigMapProjection: -=1 LocalObjectReference, items=2 []KeyToPath, optional=4 *bool
ServiceAccountTokenProjection: audience=1 text, expirationSeconds=2 *int64, path=3 text!
ClusterTrustBundleProjection: name=1 *text, signerName=2 *text, labelSelector=3 *LabelSelector, optional=5 *bool,
    path=4 text!
PortworxVolumeSource: volumeID=1 text!, fsType=2 text, readOnly=3 bool
ScaleIOVolumeSource: gateway=1 text!, system=2 text!, secretRef=3 *LocalObjectReference!, sslEnabled=4 bool,
    protectionDomain=5 text, storagePool=6 text, storageMode=7 text, volumeName=8 text, fsType=9 text,
    readOnly=10 bool
StorageOSVolumeSource: volumeName=1 text, volumeNamespace=2 text, fsType=3 text, readOnly=4 bool,
    secretRef=5 *LocalObjectReference
CSIVolumeSource: driver=1 text!, readOnly=2 *bool, fsType=3 *text, volumeAttributes=4 {}text,
    nodePublishSecretRef=5 *LocalObjectReference
EphemeralVolumeSource: volumeClaimTemplate=1 *PersistentVolumeClaimTemplate, readOnly=2 bool
PersistentVolumeClaimTemplate: metadata=1 ObjectMeta, spec=2 PersistentVolumeClaimSpec
PersistentVolumeClaimSpec: accessModes=1 []text, selector=4 *LabelSelector, resources=2 VolumeResourceRequirements,
    volumeName=3 text, storageClassName=5 *text, volumeMode=6 *text, dataSource=7 *TypedLocalObjectReference,
    dataSourceRef=8 *TypedObjectReference, volumeAttributesClassName=9 *text
VolumeResourceRequirements: limits=1 {}Quantity, requests=2 {}Quantity
TypedLocalObjectReference: apiGroup=1 *text!, kind=2 text!, name=3 text!
TypedObjectReference: apiGroup=1 *text!, kind=2 text!, name=3 text!, namespace=4 *text
ImageVolumeSource: reference=1 text, pullPolicy=2 text
StatefulSetPersistentVolumeClaimRetentionPolicy: whenDeleted=1 text, whenScaled=2 text
)";

} // namespace wk::apiserver
