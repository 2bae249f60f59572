<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>Arguments</name>
    <message>
        <source>Show this help.</source>
        <translation>显示用法。</translation>
    </message>
    <message>
        <source>file</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>The context to use instead of the current one.</source>
        <translation>要使用的上下文，代替当前上下文。</translation>
    </message>
    <message>
        <source>name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Use the embedded demo cluster.</source>
        <translation>使用内置演示集群。</translation>
    </message>
    <message>
        <source>Run the context&apos;s credential plugin without asking.</source>
        <translation>不经询问直接运行该上下文的凭据插件。</translation>
    </message>
    <message>
        <source>Accept a context that switches certificate checks off.</source>
        <translation>接受关闭了证书校验的上下文。</translation>
    </message>
    <message>
        <source>The namespace to look into.</source>
        <translation>要查看的命名空间。</translation>
    </message>
    <message>
        <source>Look into all namespaces.</source>
        <translation>查看所有命名空间。</translation>
    </message>
    <message>
        <source>A label selector.</source>
        <translation>标签选择算符。</translation>
    </message>
    <message>
        <source>selector</source>
        <translation>选择算符</translation>
    </message>
    <message>
        <source>A field selector.</source>
        <translation>字段选择算符。</translation>
    </message>
    <message>
        <source>There is no language “%1”; there are en and zh_CN.</source>
        <translation>没有语言“%1”；可用语言为 en 和 zh_CN。</translation>
    </message>
    <message>
        <source>There is no theme “%1”; there are light, dark and system.</source>
        <translation>没有主题“%1”；可用主题为 light、dark 和 system。</translation>
    </message>
    <message>
        <source>Name the kind of objects, for example “pods”.</source>
        <translation>请指定资源类型，例如“pods”。</translation>
    </message>
    <message>
        <source>List objects, and with -w watch them, as kubectl get does.</source>
        <translation>列出对象，加 -w 则持续监视，与 kubectl get 相同。</translation>
    </message>
    <message>
        <source>format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Watch after listing, until interrupted.</source>
        <translation>列出后持续监视，直到被中断。</translation>
    </message>
    <message>
        <source>Keep metadata.managedFields in json and yaml.</source>
        <translation>在 json 和 yaml 输出中保留 metadata.managedFields。</translation>
    </message>
    <message>
        <source>Add the labels as the last column.</source>
        <translation>在最后一列显示标签。</translation>
    </message>
    <message>
        <source>Leave out the headings.</source>
        <translation>不输出表头。</translation>
    </message>
    <message>
        <source>The file to write, and what to watch.</source>
        <translation>要写入的文件，以及要监视的资源。</translation>
    </message>
    <message>
        <source>Name the file to write, for example “watchkeeper record pods.jsonl pods -A”.</source>
        <translation>请指定要写入的文件，例如“watchkeeper record pods.jsonl pods -A”。</translation>
    </message>
    <message>
        <source>Watchkeeper shows what happens in a Kubernetes cluster, live. It only ever reads.</source>
        <translation>Watchkeeper 实时展示 Kubernetes 集群中发生的一切，且始终只读。</translation>
    </message>
    <message>
        <source>en or zh_CN. Default: the last choice, else the system&apos;s language.</source>
        <translation>en 或 zh_CN；默认沿用上次的选择，其次跟随系统。</translation>
    </message>
    <message>
        <source>language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>light, dark or system. Default: the last choice.</source>
        <translation>light、dark 或 system；默认沿用上次的选择。</translation>
    </message>
    <message>
        <source>theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Show each view in turn, save screenshots in a folder, and exit.</source>
        <translation>依次展示每个视图，将截图存入文件夹，然后退出。</translation>
    </message>
    <message>
        <source>folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Print how many milliseconds passed until the first rows were shown, and exit.</source>
        <translation>输出窗口中首批行出现所用的毫秒数，然后退出。</translation>
    </message>
    <message>
        <source>What to list: pods, deploy,rs, deploy/web, all, widgets.example.com, widgets.v1.example.com, …</source>
        <translation>要列出的资源：pods、deploy,rs、deploy/web、all、widgets.example.com、widgets.v1.example.com……</translation>
    </message>
    <message>
        <source>The demo can have %1 to %2 pods, not “%3”.</source>
        <translation>演示集群可以有 %1 到 %2 个 Pod，而不是“%3”。</translation>
    </message>
    <message>
        <source>Use a demo cluster with this many pods (100 to 100000), in a process of its own.</source>
        <translation>使用一个有这么多 Pod（100 到 100000）的演示集群，它在自己的进程中运行。</translation>
    </message>
    <message>
        <source>pods</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>wide, json, yaml, name, jsonpath=TEMPLATE, jsonpath-as-json=TEMPLATE, jsonpath-file=FILE, custom-columns=HEADING:PATH,… or custom-columns-file=FILE.</source>
        <translation>wide、json、yaml、name、jsonpath=模板、jsonpath-as-json=模板、jsonpath-file=文件、custom-columns=标题:路径,… 或 custom-columns-file=文件。</translation>
    </message>
    <message>
        <source>The template, or its file, if -o does not name it.</source>
        <translation>-o 未给出时的模板或模板文件。</translation>
    </message>
    <message>
        <source>template</source>
        <translation>模板</translation>
    </message>
    <message>
        <source>What a template names and an object lacks is nothing, and no error (the default).</source>
        <translation>模板中提到而对象中没有的字段视为空，而不是错误（默认）。</translation>
    </message>
    <message>
        <source>Sort by the value at a JSONPath of the objects.</source>
        <translation>按对象中某个 JSONPath 处的值排序。</translation>
    </message>
    <message>
        <source>path</source>
        <translation>路径</translation>
    </message>
    <message>
        <source>Labels to show as columns, with commas between; may be repeated.</source>
        <translation>显示为列的标签，以逗号分隔；可重复使用。</translation>
    </message>
    <message>
        <source>labels</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Write the kind before each name.</source>
        <translation>在每个名称前写出其种类。</translation>
    </message>
    <message>
        <source>With -w: print each event with its type; tables do, unless “=false”.</source>
        <translation>与 -w 一起使用：输出每个事件及其类型；表格默认如此，除非加“=false”。</translation>
    </message>
    <message>
        <source>An object that is not there is nothing, and no error.</source>
        <translation>不存在的对象视为空，而不是错误。</translation>
    </message>
    <message>
        <source>How many objects to ask for at a time (without -w); 0: all at once. Default: 500.</source>
        <translation>每次请求多少个对象（不带 -w 时）；0：一次全部请求。默认值：500。</translation>
    </message>
    <message>
        <source>number</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>--chunk-size takes a whole number, and not “%1”.</source>
        <translation>--chunk-size 的取值应为整数，而不是“%1”。</translation>
    </message>
    <message>
        <source>No files are read here: name the kinds and the objects, as in “get deployment/web”.</source>
        <translation>此处不读取文件：请写出种类和对象，例如“get deployment/web”。</translation>
    </message>
    <message>
        <source>Go templates are not read here: write it as -o jsonpath=… or custom-columns=…</source>
        <translation>此处不支持 Go 模板：请改写为 -o jsonpath=… 或 custom-columns=…</translation>
    </message>
    <message>
        <source>Read etcd itself, without an API server: its members, with commas between. What follows is a prefix of keys, as in “/registry/pods/”.</source>
        <translation>直接读取 etcd，不经过 API 服务器：以逗号分隔的各成员地址。其后为键的前缀，例如“/registry/pods/”。</translation>
    </message>
    <message>
        <source>With --etcd: the CA that has signed its certificates.</source>
        <translation>与 --etcd 一起使用：签发其证书的 CA。</translation>
    </message>
    <message>
        <source>With --etcd: a client certificate, without a CN.</source>
        <translation>与 --etcd 一起使用：不含 CN 的客户端证书。</translation>
    </message>
    <message>
        <source>With --etcd: that certificate&apos;s key.</source>
        <translation>与 --etcd 一起使用：该证书的私钥。</translation>
    </message>
    <message>
        <source>With --etcd: NAME or NAME:PASSWORD; all of these also as etcdctl&apos;s variables, ETCDCTL_USER.</source>
        <translation>与 --etcd 一起使用：NAME 或 NAME:PASSWORD；以上各项也可用 etcdctl 的变量给出，如 ETCDCTL_USER。</translation>
    </message>
    <message>
        <source>With --etcd: the user&apos;s password.</source>
        <translation>与 --etcd 一起使用：用户的密码。</translation>
    </message>
    <message>
        <source>password</source>
        <translation>密码</translation>
    </message>
    <message>
        <source>With --etcd: check no certificates.</source>
        <translation>与 --etcd 一起使用：不检查证书。</translation>
    </message>
    <message>
        <source>etcd knows no selectors: name a prefix of keys.</source>
        <translation>etcd 没有选择器：请给出键的前缀。</translation>
    </message>
    <message>
        <source>There is no command “%1”. The commands are %2.</source>
        <translation>没有命令“%1”。可用的命令有 %2。</translation>
    </message>
    <message>
        <source>Name the shell, for example “watchkeeper completion bash”: there are %1.</source>
        <translation>请指明 shell，例如“watchkeeper completion bash”：可用的有 %1。</translation>
    </message>
    <message>
        <source>Default: %1.</source>
        <translation>默认：%1。</translation>
    </message>
    <message>
        <source>Show the version, with the commit and the libraries that it was built of.</source>
        <translation>显示版本、提交以及所用的库。</translation>
    </message>
    <message>
        <source>Print what completes Watchkeeper&apos;s command line in bash, zsh or fish.</source>
        <translation>输出在 bash、zsh 或 fish 中补全 Watchkeeper 命令行的脚本。</translation>
    </message>
    <message>
        <source>bash, zsh or fish.</source>
        <translation>bash、zsh 或 fish。</translation>
    </message>
    <message>
        <source>Print the manual page; “watchkeeper man | man -l -” shows it.</source>
        <translation>输出手册页；“watchkeeper man | man -l -”可以显示它。</translation>
    </message>
    <message>
        <source>
Commands:
</source>
        <translation>
命令：
</translation>
    </message>
    <message>
        <source>Without a command the window opens. “watchkeeper get --help” says more.
</source>
        <translation>不带命令则打开窗口。“watchkeeper get --help”有更多说明。
</translation>
    </message>
    <message>
        <source>Watchkeeper is a monitor of cluster events: it lists and watches what a Kubernetes API server, or etcd, holds, as Kubernetes&apos; own components do, and shows every change as it arrives, what it changed and who made it. It only ever reads.</source>
        <translation>Watchkeeper 是集群事件的监视器：它像 Kubernetes 自己的组件一样，对 Kubernetes API 服务器或 etcd 中的内容进行 list 和 watch，并在每次变化到达时显示它、它改变了什么以及由谁做出。它只读取，从不写入。</translation>
    </message>
    <message>
        <source>Without a command its window opens: on the kubeconfig&apos;s current context, or on an embedded demo cluster where there is no kubeconfig. As “kubectl watchkeeper” it is a plugin of kubectl with the same commands and options.</source>
        <translation>不带命令则打开窗口：显示 kubeconfig 的当前上下文；没有 kubeconfig 时显示内置的演示集群。以“kubectl watchkeeper”运行时，它是 kubectl 的插件，命令和选项相同。</translation>
    </message>
    <message>
        <source>The kubeconfig files, with colons between.</source>
        <translation>kubeconfig 文件，以冒号分隔。</translation>
    </message>
    <message>
        <source>What the options of the same names leave open, with --etcd and for serve.</source>
        <translation>同名选项未给出时的值，用于 --etcd 和 serve。</translation>
    </message>
    <message>
        <source>Where the files below are, instead of in the folders named there.</source>
        <translation>下列文件所在之处，代替那里写的文件夹。</translation>
    </message>
    <message>
        <source>The kubeconfig, where neither option nor variable names one.</source>
        <translation>选项和变量都没有指明时使用的 kubeconfig。</translation>
    </message>
    <message>
        <source>The window&apos;s settings.</source>
        <translation>窗口的设置。</translation>
    </message>
    <message>
        <source>What a window has seen of its clusters, kept for the next start: 4 GB at most unless chosen otherwise in the window&apos;s menu, which also deletes it.</source>
        <translation>窗口所见到的集群历史，为下次启动而保留：最多 4 GB，除非在窗口的菜单中另行选择；在那里也可以删除它。</translation>
    </message>
    <message>
        <source>Certificate and token of serve.</source>
        <translation>serve 的证书和令牌。</translation>
    </message>
    <message>
        <source>It did what was asked.</source>
        <translation>已完成所要求的事。</translation>
    </message>
    <message>
        <source>It failed, and said why on standard error.</source>
        <translation>失败，原因已写到标准错误。</translation>
    </message>
    <message>
        <source>The window on a context.</source>
        <translation>打开显示某个上下文的窗口。</translation>
    </message>
    <message>
        <source>All pods, and then each event of them.</source>
        <translation>所有 Pod，以及随后的每个事件。</translation>
    </message>
    <message>
        <source>Every event of a namespace&apos;s pods, into a file.</source>
        <translation>把一个命名空间中 Pod 的每个事件写入文件。</translation>
    </message>
    <message>
        <source>The window on Kubernetes&apos; own keys in etcd.</source>
        <translation>打开显示 Kubernetes 在 etcd 中的键的窗口。</translation>
    </message>
    <message>
        <source>A demo cluster for kubectl and for others.</source>
        <translation>供 kubectl 等程序使用的演示集群。</translation>
    </message>
    <message>
        <source>show what happens in a Kubernetes cluster, live</source>
        <translation>实时显示 Kubernetes 集群中发生的事情</translation>
    </message>
    <message>
        <source>Keep the objects in this etcd cluster, which several servers may share, and not in memory.</source>
        <translation>把对象保存在这个 etcd 集群中（可由多个服务器共用），而不是内存中。</translation>
    </message>
    <message>
        <source>Below which keys of etcd; nobody else&apos;s may be there.</source>
        <translation>对象在 etcd 中的键前缀；其下不能有他人的键。</translation>
    </message>
    <message>
        <source>prefix</source>
        <translation>前缀</translation>
    </message>
    <message>
        <source>The CA that has signed etcd&apos;s certificates.</source>
        <translation>签发 etcd 证书的 CA。</translation>
    </message>
    <message>
        <source>The client certificate that is shown to etcd.</source>
        <translation>向 etcd 出示的客户端证书。</translation>
    </message>
    <message>
        <source>That certificate&apos;s key.</source>
        <translation>该证书的密钥。</translation>
    </message>
    <message>
        <source>Of etcd&apos;s past twice as much is kept, all others&apos; keys as well: minutes, 1 to 1440; 0: it is never compacted.</source>
        <translation>etcd 的历史保留两倍于此的时间，其他所有键也一样：分钟，1 到 1440；0：从不压缩。</translation>
    </message>
    <message>
        <source>minutes</source>
        <translation>分钟</translation>
    </message>
    <message>
        <source>A simulated cluster; without it, and with etcd, an API server alone.</source>
        <translation>模拟的集群；不带它而带 etcd 时，只有一个 API 服务器。</translation>
    </message>
    <message>
        <source>Port on 127.0.0.1; 0 or none: any free one.</source>
        <translation>127.0.0.1 上的端口；0 或不给：任意空闲端口。</translation>
    </message>
    <message>
        <source>HTTPS, with a certificate of its own; so it is without being asked for.</source>
        <translation>HTTPS，使用自己的证书；不给出时也是如此。</translation>
    </message>
    <message>
        <source>Plain HTTP, for curl; kubectl would send no token.</source>
        <translation>明文 HTTP，供 curl 使用；kubectl 不会发送令牌。</translation>
    </message>
    <message>
        <source>Where certificate and token stay for the next start; empty: nowhere. Default: ~/.local/share/watchkeeper/serve.</source>
        <translation>为下次启动保存证书和令牌的地方；空：不保存。默认：~/.local/share/watchkeeper/serve。</translation>
    </message>
    <message>
        <source>Fixes names, ages and what fails.</source>
        <translation>固定名称、年龄以及发生的故障。</translation>
    </message>
    <message>
        <source>How many nodes, 1 to 50.</source>
        <translation>节点数，1 到 50。</translation>
    </message>
    <message>
        <source>100 to 100000 pods, on as many nodes as they take.</source>
        <translation>100 到 100000 个 Pod，节点数随之而定。</translation>
    </message>
    <message>
        <source>Nothing happens unless you make it happen.</source>
        <translation>除非您动手，否则什么都不发生。</translation>
    </message>
    <message>
        <source>Act as this user, if who signs in may.</source>
        <translation>以此用户的身份访问（登录者须有此权限）。</translation>
    </message>
    <message>
        <source>user</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>With --as: of this group, too; may be repeated.</source>
        <translation>与 --as 一起：也属于此组；可重复。</translation>
    </message>
    <message>
        <source>group</source>
        <translation>组</translation>
    </message>
    <message>
        <source>With --as: with this uid.</source>
        <translation>与 --as 一起：使用此 uid。</translation>
    </message>
    <message>
        <source>uid</source>
        <translation>uid</translation>
    </message>
    <message>
        <source>“%1” is too much.</source>
        <translation>“%1”是多余的。</translation>
    </message>
    <message>
        <source>Show the help of a command.</source>
        <translation>显示某个命令的帮助。</translation>
    </message>
    <message>
        <source>Which one; else what commands there are.</source>
        <translation>哪个命令；不给出则列出所有命令。</translation>
    </message>
    <message>
        <source>Show the version, with the commit and the libraries, as --version does.</source>
        <translation>显示版本、提交以及所用的库，与 --version 相同。</translation>
    </message>
    <message>
        <source>What a running window keeps aside; gone with it.</source>
        <translation>窗口运行时暂存的内容；随窗口消失。</translation>
    </message>
    <message>
        <source>The context to use instead of the current one; given again, or with --demo: several clusters in one window.</source>
        <translation>要使用的上下文，取代当前上下文；多次给出或与 --demo 一起使用时：在一个窗口中显示多个集群。</translation>
    </message>
    <message>
        <source>Read the context&apos;s certificate, key and token files without asking, wherever they lie.</source>
        <translation>不经询问直接读取该上下文的证书、密钥和令牌文件，无论它们在何处。</translation>
    </message>
    <message>
        <source>The kubeconfig to use, a folder of them, or a pipe; else KUBECONFIG, else ~/.kube/config, else, in a pod, its service account.</source>
        <translation>要使用的 kubeconfig，或放有多个 kubeconfig 的文件夹，或管道；否则用 KUBECONFIG，否则用 ~/.kube/config，在 Pod 中则用它的服务账号。</translation>
    </message>
    <message>
        <source>--%1 is for --etcd. How to sign in to a cluster is read from its kubeconfig.</source>
        <translation>--%1 只用于 --etcd。如何登录集群由其 kubeconfig 决定。</translation>
    </message>
    <message>
        <source>--duration takes a time as in 90s, 10m, 24h or 7d, and not “%1”.</source>
        <translation>--duration 需要一个时间，例如 90s、10m、24h 或 7d，而不是“%1”。</translation>
    </message>
    <message>
        <source>--ring takes a size from 10MB on, as in 500MB or 2GB, or a time as in 24h, and not “%1”.</source>
        <translation>--ring 需要一个不小于 10MB 的大小，例如 500MB 或 2GB，或一个时间，例如 24h，而不是“%1”。</translation>
    </message>
    <message>
        <source>Only a recording can be a ring: name a file that ends with .wklog.</source>
        <translation>只有录制文件才能循环：请指定以 .wklog 结尾的文件。</translation>
    </message>
    <message>
        <source>List kinds, watch them, and write every event to a file, until interrupted: FILE.wklog is a recording, any other watch JSON Lines.</source>
        <translation>列出并监视资源类型，把每个事件写入文件，直到被中断：FILE.wklog 是录制文件，其他名称则写入 watch JSON Lines。</translation>
    </message>
    <message>
        <source>Write values that look like secrets, too, which are replaced else.</source>
        <translation>也写入看起来像机密的值；否则它们会被替换。</translation>
    </message>
    <message>
        <source>End after this time, as in 10m.</source>
        <translation>在此时间之后结束，例如 10m。</translation>
    </message>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Keep the newest only, in a numbered set of files: of a size, as in 500MB, or an age, as in 24h.</source>
        <translation>只保留最新的内容，存放在一组编号的文件中：按大小，例如 500MB，或按时长，例如 24h。</translation>
    </message>
    <message>
        <source>size or time</source>
        <translation>大小或时间</translation>
    </message>
    <message>
        <source>Print the events of a recording, in their order.</source>
        <translation>按顺序打印录制文件中的事件。</translation>
    </message>
    <message>
        <source>form</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Print what is in a recording: by kind, namespace, object and writer, with rates, and where changes may be missing.</source>
        <translation>打印录制文件的内容概要：按资源类型、命名空间、对象和写入者，包括速率，以及可能缺失变更的位置。</translation>
    </message>
    <message>
        <source>Name one recording, for example “watchkeeper %1 pods.wklog”.</source>
        <translation>请指定一个录制文件，例如“watchkeeper %1 pods.wklog”。</translation>
    </message>
    <message>
        <source>The recording, also one that is still being written; lines that kubectl or --output jsonl printed; or - for standard input.</source>
        <translation>录制文件，也可以是仍在写入的；kubectl 或 --output jsonl 输出的行；或用 - 表示标准输入。</translation>
    </message>
    <message>
        <source>Only events that answer this, as in the window: kind:Pod ns:web phase != Running.</source>
        <translation>仅限符合此条件的事件，写法与窗口中相同：kind:Pod ns:web phase != Running。</translation>
    </message>
    <message>
        <source>filter</source>
        <translation>过滤条件</translation>
    </message>
    <message>
        <source>Name what to read and what to write: “watchkeeper convert pods.wklog pods.jsonl”.</source>
        <translation>请指定要读取和要写入的文件：“watchkeeper convert pods.wklog pods.jsonl”。</translation>
    </message>
    <message>
        <source>Name two recordings, or one and two moments of it: “watchkeeper diff pods.wklog --at 13:58 --at 14:02”.</source>
        <translation>请指定两个录制文件，或一个录制文件及其两个时刻：“watchkeeper diff pods.wklog --at 13:58 --at 14:02”。</translation>
    </message>
    <message>
        <source>There is no output “%1” of a recording; there are %2.</source>
        <translation>录制没有“%1”这种输出；有 %2。</translation>
    </message>
    <message>
        <source>wide: with what changed; json or yaml: all that is known of each event; jsonl: watch JSON Lines, as kubectl prints them; csv. Default: a line of text each.</source>
        <translation>wide：附带变更内容；json 或 yaml：每个事件的全部内容；jsonl：与 kubectl 输出相同的 watch JSON Lines；csv。默认：每个事件一行文本。</translation>
    </message>
    <message>
        <source>Check that a recording is whole, and that its watches kept list-watch&apos;s contract: 0 it is so, 1 it is not, and where, 2 it could not be checked.</source>
        <translation>检查录制文件是否完整，以及其中的 watch 是否遵守 list-watch 约定：0 表示是，1 表示否并指出位置，2 表示无法检查。</translation>
    </message>
    <message>
        <source>Print which objects differ between two moments of a recording, or between the ends of two, in what, and who wrote it: 0 nothing differs, 1 something does, 2 there was trouble.</source>
        <translation>输出一个录制的两个时刻之间，或两个录制的末尾之间，哪些对象不同、差异何在、由谁写入：0 表示无差异，1 表示有差异，2 表示出错。</translation>
    </message>
    <message>
        <source>A moment, twice: 13:58:02, 2026-11-21T13:58:02Z, or -15m before the end.</source>
        <translation>时刻，写两次：13:58:02、2026-11-21T13:58:02Z，或距末尾的 -15m。</translation>
    </message>
    <message>
        <source>Write a recording as watch JSON Lines, or such lines as a recording: what ends with .wklog is one.</source>
        <translation>将录制写成 watch JSON Lines，或将这样的行写成录制：以 .wklog 结尾的即为录制。</translation>
    </message>
    <message>
        <source>What to read, and what to write; - for standard input and standard output.</source>
        <translation>要读取和要写入的文件；- 表示标准输入和标准输出。</translation>
    </message>
    <message>
        <source>--filter cannot be read: %1</source>
        <translation>无法理解 --filter：%1</translation>
    </message>
    <message>
        <source>“%1” is what a recording is called while it is written. Leave “.part” away.</source>
        <translation>“%1”是录制文件写入过程中的名称，请去掉“.part”。</translation>
    </message>
    <message>
        <source>Look into this recording, and not at a cluster; -: standard input.</source>
        <translation>查看此录制文件，而不是集群；-：标准输入。</translation>
    </message>
    <message>
        <source>With --from: as of that time, 13:58:02, RFC 3339 or -15m; else as of its end.</source>
        <translation>与 --from 同用：该时刻的状态，如 13:58:02、RFC 3339 或 -15m；否则为录制结束时。</translation>
    </message>
    <message>
        <source>With --from: which cluster of several.</source>
        <translation>与 --from 同用：多个集群中的哪一个。</translation>
    </message>
    <message>
        <source>--%1 is about a recording: name one with --from.</source>
        <translation>--%1 用于录制文件：请用 --from 指定一个。</translation>
    </message>
    <message>
        <source>--from names a recording, and --%1 is about a cluster: one of them.</source>
        <translation>--from 指定录制文件，--%1 用于集群：请二选一。</translation>
    </message>
    <message>
        <source>Run the embedded demo cluster, an API server on etcd, or one that tells a recording again, and print a kubeconfig for it.</source>
        <translation>运行内置演示集群、基于 etcd 的 API server，或重放录制文件的 API server，并输出其 kubeconfig。</translation>
    </message>
    <message>
        <source>0.1 to 100 times as fast as life; of a recording to 1000 times.</source>
        <translation>速度为现实的 0.1 到 100 倍；录制文件可到 1000 倍。</translation>
    </message>
    <message>
        <source>Of a recording: from that time on, 13:58:02, RFC 3339 or -15m; else its beginning.</source>
        <translation>录制文件：从该时刻开始，如 13:58:02、RFC 3339 或 -15m；否则从头开始。</translation>
    </message>
    <message>
        <source>Of a recording of several clusters: which.</source>
        <translation>录制文件含多个集群时：哪一个。</translation>
    </message>
    <message>
        <source>A recording: what was listed and watched can be listed and watched again, and nobody can write; -: standard input.</source>
        <translation>录制文件：其中 list 和 watch 过的内容可再次 list 和 watch，任何人都不能写入；-：标准输入。</translation>
    </message>
    <message>
        <source>A recording, which “watchkeeper web.wklog” opens.</source>
        <translation>一份录制文件，可用“watchkeeper web.wklog”打开。</translation>
    </message>
    <message>
        <source>The pods as they were five minutes before its end.</source>
        <translation>录制结束前五分钟时的 pod。</translation>
    </message>
    <message>
        <source>The recording as a cluster for kubectl and for others.</source>
        <translation>把录制文件当作集群，供 kubectl 等程序使用。</translation>
    </message>
    <message>
        <source>A recording that a command makes is of one cluster: name one --context. A window that shows several records them into one file.</source>
        <translation>命令所作的录制只针对一个集群：请只给出一个 --context。显示多个集群的窗口会把它们录制到同一个文件中。</translation>
    </message>
    <message>
        <source>With --from and -w: 0.1 to 1000 times as fast as it was.</source>
        <translation>与 --from 和 -w 一起使用：以当时速度的 0.1 到 1000 倍回放。</translation>
    </message>
    <message>
        <source>The speed of a recording is a number from 0.1 to 1000, not “%1”.</source>
        <translation>录制文件的回放速度是 0.1 到 1000 的数字，而不是“%1”。</translation>
    </message>
    <message>
        <source>A recording, or lines that kubectl has printed, to look at instead of a cluster; one that is called like a command is named by a path, as in ./get.</source>
        <translation>代替集群查看的录制文件，或 kubectl 输出的各行；文件名与命令相同时用路径指明，例如 ./get。</translation>
    </message>
</context>
<context>
    <name>Audit</name>
    <message numerus="yes">
        <source>%n objects equal at resourceVersion %1.</source>
        <translation>
            <numerusform>%n 个对象在 resourceVersion %1 处一致。</numerusform>
        </translation>
    </message>
    <message>
        <source>The server is at resourceVersion %1, older than what has been seen: it was restored from a backup, or it is another server. The watch lists again.</source>
        <translation>服务器处于 resourceVersion %1，落后于已看到的：它经过恢复，或是另一台。监视将重新列出。</translation>
    </message>
    <message numerus="yes">
        <source>%n objects differ at resourceVersion %1. The watch declares a gap and lists again.</source>
        <translation>
            <numerusform>%n 个对象在 resourceVersion %1 处不同。监视将记录一段间隙并重新列出。</numerusform>
        </translation>
    </message>
    <message>
        <source>Not compared. %1</source>
        <translation>未能比较。%1</translation>
    </message>
    <message>
        <source>%1: missing here; the server has version %2</source>
        <translation>%1：此处没有；服务器持有版本 %2</translation>
    </message>
    <message>
        <source>%1: version %2 here; missing on the server</source>
        <translation>%1：此处持有版本 %2；服务器没有</translation>
    </message>
    <message>
        <source>%1: version %2 here; version %3 on the server</source>
        <translation>%1：此处持有版本 %2；服务器持有版本 %3</translation>
    </message>
    <message>
        <source>%1: version %2 here and on the server, with different content</source>
        <translation>%1：此处与服务器均为版本 %2，但内容不同</translation>
    </message>
</context>
<context>
    <name>CodePainter</name>
    <message>
        <source>… %1 more characters</source>
        <translation>……还有 %1 个字符</translation>
    </message>
    <message numerus="yes">
        <source>%n unchanged lines</source>
        <translation>
            <numerusform>%n 行未变化</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>… %n lines</source>
        <translation>
            <numerusform>……%n 行</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ConnectionWords</name>
    <message>
        <source>This is the cluster of %1, which is shown once.</source>
        <translation>这与 %1 是同一个集群，只显示一次。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a cluster, what is wrong with it</comment>
        <translation>%1：%2</translation>
    </message>
    <message numerus="yes">
        <source>%1 And %n other cluster(s).</source>
        <comment>what is wrong with one cluster</comment>
        <translation>
            <numerusform>%1 另有 %n 个集群。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ConsentDialog</name>
    <message>
        <source>Run a program to sign in to “%1”?</source>
        <translation>运行程序以登录“%1”？</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Connect to “%1” without checking who answers?</source>
        <translation>在不验证服务器身份的情况下连接“%1”？</translation>
    </message>
    <message>
        <source>The kubeconfig switches certificate checks off (insecure-skip-tls-verify). Anyone between this computer and the cluster can then read the token and send false events.</source>
        <translation>该 kubeconfig 关闭了证书校验（insecure-skip-tls-verify）。处于本机与集群之间的任何人都可能读取令牌并伪造事件。</translation>
    </message>
    <message>
        <source>Connect anyway</source>
        <translation>仍然连接</translation>
    </message>
    <message>
        <source>To sign in, the kubeconfig wants to run a program on this computer. It can do anything that you can. Run it only if you trust it.</source>
        <translation>为了登录，该 kubeconfig 要在本机运行一个程序。它能做您能做的任何事情。仅当您了解该程序时才运行它。</translation>
    </message>
    <message>
        <source>Program: %1</source>
        <translation>程序：%1</translation>
    </message>
    <message>
        <source>Argument: %1</source>
        <translation>参数：%1</translation>
    </message>
    <message>
        <source>Environment: %1</source>
        <comment>an environment variable</comment>
        <translation>设置环境变量：%1</translation>
    </message>
    <message>
        <source>Kubeconfig: %1</source>
        <translation>Kubeconfig：%1</translation>
    </message>
    <message>
        <source>User entry: %1</source>
        <translation>用户条目：%1</translation>
    </message>
    <message>
        <source>The program that signs you in is not on the PATH that Watchkeeper was started with. Programs that a desktop starts often have a shorter one than a terminal&apos;s shell.</source>
        <translation>用于登录的程序不在 Watchkeeper 启动时的 PATH 中。由桌面启动的程序，其 PATH 往往比终端中 shell 的短。</translation>
    </message>
    <message>
        <source>Your login shell can be asked for its PATH. It reads its start files then, as in a new terminal, and is ended after 5 seconds at most:</source>
        <translation>可以向您的登录 shell 询问它的 PATH。它会像在新终端中那样读取启动文件，最多 5 秒后即被结束：</translation>
    </message>
    <message>
        <source>A yes is remembered.</source>
        <translation>同意会被记住。</translation>
    </message>
    <message>
        <source>Look for “%1” on your login shell&apos;s PATH?</source>
        <translation>在您的登录 shell 的 PATH 中查找“%1”？</translation>
    </message>
    <message>
        <source>Ask the shell</source>
        <translation>询问 shell</translation>
    </message>
    <message>
        <source>Others on this computer can replace the program, by way of %1. So you are asked each time that the cluster is opened.</source>
        <translation>本机的其他用户可以经由 %1 替换该程序，因此每次打开该集群时都会询问您。</translation>
    </message>
    <message>
        <source>To connect, the kubeconfig wants files to be read that lie outside of its folder and of the usual ones. A token in them is sent to its server. Read them only if you trust it.</source>
        <translation>为了连接，该 kubeconfig 要读取位于其所在文件夹和常规位置之外的文件。其中的令牌会发送给它的服务器。仅当您信任它时才读取。</translation>
    </message>
    <message>
        <source>Server: %1</source>
        <translation>服务器：%1</translation>
    </message>
    <message>
        <source>Your consent is remembered until one of these changes.</source>
        <translation>您的同意会被记住，直到其中任何一项改变。</translation>
    </message>
    <message>
        <source>Read files to connect to “%1”?</source>
        <translation>读取文件以连接到“%1”？</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>Your consent is remembered until another program, other arguments or another environment are named. If the file of this program changes, you are told, and it is run.</source>
        <translation>在指定了其他程序、参数或环境之前，会记住你的同意。如果该程序的文件有变化，会告诉你，并照常运行。</translation>
    </message>
</context>
<context>
    <name>Diagnostics</name>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>%1: not there</source>
        <comment>a file or folder</comment>
        <translation>%1：不存在</translation>
    </message>
    <message>
        <source>%1: cannot be read. %2</source>
        <translation>%1：无法读取。%2</translation>
    </message>
    <message>
        <source>%1: not found</source>
        <comment>a plugin&apos;s command</comment>
        <translation>%1：未找到</translation>
    </message>
    <message>
        <source>%1 is %2, SHA-256 %3</source>
        <comment>a plugin&apos;s command, a path, a number</comment>
        <translation>%1 即 %2，SHA-256 %3</translation>
    </message>
    <message>
        <source>no plugin</source>
        <translation>无插件</translation>
    </message>
    <message>
        <source>this is no address</source>
        <translation>这不是地址</translation>
    </message>
    <message>
        <source>Kubeconfigs</source>
        <translation>kubeconfig 文件</translation>
    </message>
    <message>
        <source>Contexts, and the program that signs in</source>
        <translation>上下文及其登录程序</translation>
    </message>
    <message>
        <source>Folders where such programs are looked for</source>
        <translation>查找此类程序的文件夹</translation>
    </message>
    <message>
        <source>PATH of the login shell</source>
        <translation>登录 shell 的 PATH</translation>
    </message>
    <message>
        <source>not asked for</source>
        <translation>未询问</translation>
    </message>
    <message>
        <source>taken from %1</source>
        <translation>取自 %1</translation>
    </message>
    <message>
        <source>kuberc, which may forbid such programs</source>
        <translation>kuberc，可能禁止此类程序</translation>
    </message>
    <message>
        <source>Proxy variables</source>
        <translation>代理变量</translation>
    </message>
    <message>
        <source>passed over: %1</source>
        <comment>what is no kubeconfig</comment>
        <translation>已跳过：%1</translation>
    </message>
    <message>
        <source>Known faults of Qt %1, by its number, and what keeps them out</source>
        <translation>按版本号 Qt %1 的已知缺陷，以及为何触及不到</translation>
    </message>
</context>
<context>
    <name>DiffText</name>
    <message>
        <source>No earlier revision to compare with.</source>
        <translation>没有更早的修订可供比较。</translation>
    </message>
</context>
<context>
    <name>Display</name>
    <message>
        <source>The display cannot be opened (%1), so there is no window.</source>
        <translation>无法打开显示（%1），因此没有窗口。</translation>
    </message>
    <message>
        <source>There is no display to open a window on: neither DISPLAY nor WAYLAND_DISPLAY is set.</source>
        <translation>没有可以打开窗口的显示：DISPLAY 和 WAYLAND_DISPLAY 都没有设置。</translation>
    </message>
    <message>
        <source>“xvfb-run -a watchkeeper” runs without one; “watchkeeper get”, “record” and “serve” need none.</source>
        <translation>“xvfb-run -a watchkeeper”可以在没有显示器时运行；“watchkeeper get”、“record”和“serve”不需要显示器。</translation>
    </message>
</context>
<context>
    <name>ErrorLines</name>
    <message>
        <source>Add --allow-exec to run a credential plugin, --allow-files to read files in unusual places, or --allow-insecure to continue without certificate checks.</source>
        <translation>加 --allow-exec 以运行凭据插件，加 --allow-files 以读取位于非常规位置的文件，加 --allow-insecure 以跳过证书校验继续。</translation>
    </message>
</context>
<context>
    <name>EventFacts</name>
    <message>
        <source>expired</source>
        <translation>已过期</translation>
    </message>
    <message>
        <source>deleted</source>
        <translation>已删除</translation>
    </message>
    <message>
        <source>No longer on the server when Events were listed again at %1. By default, servers delete an Event an hour after its last write.</source>
        <translation>%1 重新列出事件时服务器上已没有它。服务器会自行丢弃事件，默认在最后一次写入一小时之后。</translation>
    </message>
    <message>
        <source>Deleted from the server at %1, %2 after its last write: too soon for the server to have let it expire.</source>
        <translation>%1 从服务器上被删除，距最后一次写入 %2：时间太短，不会是服务器自行丢弃的。</translation>
    </message>
    <message>
        <source>Expired on the server at %1, %2 after its last write. By default, servers delete an Event an hour after its last write.</source>
        <translation>%1 被服务器丢弃，距最后一次写入 %2。服务器会自行丢弃事件，默认在一小时之后。</translation>
    </message>
    <message>
        <source>Counted by the cluster; the time of each one is not known.</source>
        <translation>次数由集群统计，各次的时间未知。</translation>
    </message>
    <message>
        <source>Reported by %1</source>
        <translation>由 %1 报告</translation>
    </message>
    <message>
        <source>Older ones are left out here: the stream has every revision.</source>
        <translation>此前还有更多：事件流保有每个修订。</translation>
    </message>
    <message>
        <source>Events have been watched since %1. Earlier ones are shown if the server still had them then.</source>
        <translation>自 %1 起监视 Kubernetes 事件。更早的事件，只知道当时服务器仍保留的那些。</translation>
    </message>
    <message>
        <source>Watched until %1.</source>
        <translation>监视到 %1 为止。</translation>
    </message>
    <message>
        <source>Watched since %1.</source>
        <translation>自 %1 起监视。</translation>
    </message>
    <message>
        <source>Events were not watched at %1.</source>
        <translation>%1 时未监视 Kubernetes 事件。</translation>
    </message>
    <message>
        <source>Events are not being watched.</source>
        <translation>现在未监视 Kubernetes 事件。</translation>
    </message>
    <message numerus="yes">
        <source>%n gaps since then, in which nothing was seen: the last from %1 to %2.</source>
        <translation>
            <numerusform>此后有 %n 段空白，其间什么都未看到：最近一段从 %1 到 %2。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EventWords</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>还有 %n 项</numerusform>
        </translation>
    </message>
    <message>
        <source>owner %1</source>
        <translation>属主 %1</translation>
    </message>
    <message>
        <source>inferred from the list: it was not there before</source>
        <translation>由列表推断：此前不存在</translation>
    </message>
    <message>
        <source>only its version</source>
        <translation>仅版本变化</translation>
    </message>
    <message>
        <source>its previous state was not seen</source>
        <translation>未观察到此前的状态</translation>
    </message>
    <message>
        <source>; inferred, steps unknown</source>
        <translation>；推断得出，中间步骤未知</translation>
    </message>
    <message>
        <source>inferred from the list: it was not there any more</source>
        <translation>由列表推断：已不存在</translation>
    </message>
    <message>
        <source>inferred from the list; last seen at %1</source>
        <translation>由列表推断；最后见于 %1</translation>
    </message>
    <message>
        <source>lived %1</source>
        <translation>存活 %1</translation>
    </message>
    <message>
        <source>the server closed the stream normally; resuming from %1</source>
        <translation>服务器正常结束了流；将从 %1 继续</translation>
    </message>
    <message>
        <source>Resuming from %1.</source>
        <translation>将从 %1 继续。</translation>
    </message>
    <message numerus="yes">
        <source>%n objects in %1</source>
        <translation>
            <numerusform>%n 个对象，用时 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>watch is at %1, nothing else changed</source>
        <translation>监视已到 %1，无其他变化</translation>
    </message>
    <message numerus="yes">
        <source>%n added</source>
        <translation>
            <numerusform>新增 %n 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n changed</source>
        <translation>
            <numerusform>变更 %n 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n deleted</source>
        <translation>
            <numerusform>删除 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>no differences</source>
        <translation>无差异</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>47 objects in 129 ms: 1 changed, 1 deleted</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between counts</comment>
        <translation>，</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>a gap, and why</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>no longer kept by the server, after %1: </source>
        <translation>服务器不再保留（%1 后）：</translation>
    </message>
    <message>
        <source>server</source>
        <comment>who wrote what it keeps itself</comment>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Not certain: they own what changed, but no managedFields entry was updated.</source>
        <translation>不确定：变更的字段归其所有，但 managedFields 中没有条目更新。</translation>
    </message>
    <message>
        <source>Maintained by the server itself, whoever made the request.</source>
        <translation>由服务器自行维护，与谁请求无关。</translation>
    </message>
    <message>
        <source>created %1</source>
        <translation>创建于 %1</translation>
    </message>
    <message>
        <source>removed (was %1)</source>
        <translation>已移除（原为 %1）</translation>
    </message>
    <message>
        <source>No field manager owns what changed. Some writes leave no entry in managedFields, such as the scheduler&apos;s that binds a pod to its node.</source>
        <translation>变更的字段不归任何字段管理器所有。有些写入不会在 managedFields 中留下条目，例如调度器将 Pod 绑定到节点。</translation>
    </message>
    <message>
        <source>%1 → %2 %3</source>
        <comment>8 → 9 not seen from 10:02 to 10:03</comment>
        <translation>%1 → %2 于 %3</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>not seen from 10:02 to 10:03, in doubt from 10:00 to 10:02</comment>
        <translation>%1，%2</translation>
    </message>
</context>
<context>
    <name>HelpPages</name>
    <message>
        <source>To a Kubernetes API server</source>
        <translation>发往 Kubernetes API 服务器</translation>
    </message>
    <message>
        <source>What stands in braces is a name of the cluster&apos;s. There is no subresource among these paths: no exec, no logs, no proxy.</source>
        <translation>花括号中是集群里的名称。这些路径中没有任何子资源：没有 exec，没有日志，没有 proxy。</translation>
    </message>
    <message>
        <source>Request</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>路径</translation>
    </message>
    <message>
        <source>A query has no other keys than these: %1.</source>
        <translation>查询只有这些键：%1。</translation>
    </message>
    <message>
        <source>Of Secrets only the metadata and the columns of the server&apos;s table are asked for. A token goes to the server of its own context and to no other, and never over http except to this computer. Redirects are not followed.</source>
        <translation>对于 Secret，只请求元数据和服务器表格的列。令牌只发往其上下文自己的服务器，并且除本机以外绝不通过 http 发送。不跟随重定向。</translation>
    </message>
    <message>
        <source>To etcd</source>
        <translation>发往 etcd</translation>
    </message>
    <message>
        <source>Below %1 only keys are asked for, no values, and nothing is watched.</source>
        <translation>在 %1 之下只请求键而不请求值，也不监视任何内容。</translation>
    </message>
    <message>
        <source>An embedded server that keeps its objects in an etcd (serve --etcd-servers) also writes there, below its own prefix. A window never does.</source>
        <translation>把对象存放在 etcd 中的内嵌服务器（serve --etcd-servers）也会在其自己的前缀之下写入。窗口从不写入。</translation>
    </message>
    <message>
        <source>To anybody else</source>
        <translation>发往其他任何地方</translation>
    </message>
    <message>
        <source>There is nothing else: nobody is asked for updates, and nobody is told how Watchkeeper is used.</source>
        <translation>除此之外没有别的：不查询更新，也不告诉任何人 Watchkeeper 的使用情况。</translation>
    </message>
    <message>
        <source>What</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>At most</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>%1 s</source>
        <comment>seconds</comment>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>One event of a watch</source>
        <translation>监视的一个事件</translation>
    </message>
    <message>
        <source>A page of a list, unpacked</source>
        <translation>列表的一页（解压后）</translation>
    </message>
    <message>
        <source>Any other answer</source>
        <translation>其他任何应答</translation>
    </message>
    <message>
        <source>Objects that are asked for in one page</source>
        <translation>一页请求的对象数</translation>
    </message>
    <message>
        <source>Pages of a list</source>
        <translation>列表的页数</translation>
    </message>
    <message>
        <source>Levels of JSON</source>
        <translation>JSON 的层数</translation>
    </message>
    <message>
        <source>Values in a protobuf body</source>
        <translation>protobuf 正文中的值</translation>
    </message>
    <message>
        <source>Wait for a connection</source>
        <translation>等待连接</translation>
    </message>
    <message>
        <source>Wait for the first byte of an answer</source>
        <translation>等待应答的第一个字节</translation>
    </message>
    <message>
        <source>… from there to the end of its head</source>
        <translation>…从那里到应答头结束</translation>
    </message>
    <message>
        <source>A wait that the server asks for (Retry-After)</source>
        <translation>服务器要求的等待（Retry-After）</translation>
    </message>
    <message>
        <source>A kubeconfig</source>
        <translation>一个 kubeconfig</translation>
    </message>
    <message>
        <source>Kubeconfigs in a folder</source>
        <translation>文件夹中的 kubeconfig</translation>
    </message>
    <message>
        <source>… all of them</source>
        <translation>…全部</translation>
    </message>
    <message>
        <source>Wait for a kubeconfig from a pipe</source>
        <translation>等待来自管道的 kubeconfig</translation>
    </message>
    <message>
        <source>Levels of YAML</source>
        <translation>YAML 的层数</translation>
    </message>
    <message>
        <source>Values of YAML, each alias counted as what it stands for</source>
        <translation>YAML 的值（每个别名按其所代表的内容计）</translation>
    </message>
    <message>
        <source>A file with a certificate, key or token</source>
        <translation>证书、密钥或令牌文件</translation>
    </message>
    <message>
        <source>A token that is looked into</source>
        <translation>会被查看内容的令牌</translation>
    </message>
    <message>
        <source>What a credential plugin prints</source>
        <translation>凭据插件的输出</translation>
    </message>
    <message>
        <source>What is shown of its standard error</source>
        <translation>显示其标准错误的部分</translation>
    </message>
    <message>
        <source>Time of a plugin that says nothing</source>
        <translation>没有输出的插件的时限</translation>
    </message>
    <message>
        <source>… and of one that has spoken</source>
        <translation>…以及有过输出的插件</translation>
    </message>
    <message>
        <source>Time of the login shell</source>
        <translation>登录 shell 的时限</translation>
    </message>
    <message>
        <source>Characters of a cell</source>
        <translation>单元格的字符</translation>
    </message>
    <message>
        <source>Characters of a line</source>
        <translation>一行的字符</translation>
    </message>
    <message>
        <source>An object written out</source>
        <translation>写出的一个对象</translation>
    </message>
    <message>
        <source>A list of them</source>
        <translation>对象的列表</translation>
    </message>
    <message>
        <source>Lines of a text that is compared</source>
        <translation>被比较文本的行数</translation>
    </message>
    <message>
        <source>… and its size</source>
        <translation>…及其大小</translation>
    </message>
    <message>
        <source>A JSONPath</source>
        <translation>一个 JSONPath</translation>
    </message>
    <message>
        <source>… its levels</source>
        <translation>…其层数</translation>
    </message>
    <message>
        <source>… the values it leads to</source>
        <translation>…所指向的值</translation>
    </message>
    <message>
        <source>… what it prints</source>
        <translation>…其输出</translation>
    </message>
    <message>
        <source>Events that wait for the window before it reads everything anew</source>
        <translation>等待窗口处理的事件（超过则全部重新读取）</translation>
    </message>
    <message>
        <source>… their size</source>
        <translation>…其大小</translation>
    </message>
    <message>
        <source>What this program can send</source>
        <translation>本程序能发送什么</translation>
    </message>
    <message>
        <source>These are the lists that every request is checked against before it is sent; this page is made of them.</source>
        <translation>每个请求在发送之前都要对照这些清单检查；本页由这些清单生成。</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>限制</translation>
    </message>
    <message>
        <source>Clusters, kubeconfigs and recordings may be a stranger&apos;s. What of them is larger, deeper or slower than this is not taken, and it is said where. This page is made of the program&apos;s own table.</source>
        <translation>集群、kubeconfig 和录制文件可能来自陌生人。其中比下列更大、更深或更慢的内容不会被接受，并会说明在何处。本页由程序自己的表格生成。</translation>
    </message>
    <message>
        <source>Between the cluster and here</source>
        <translation>集群与本机之间</translation>
    </message>
    <message>
        <source>A kubeconfig and what it names</source>
        <translation>kubeconfig 及其指定的内容</translation>
    </message>
    <message>
        <source>In the program</source>
        <translation>程序内部</translation>
    </message>
    <message>
        <source>A proxy that the kubeconfig or the environment names is told the server&apos;s host and port, and its own user and password where the address has them; only requests by http pass through it unencrypted. Names are looked up as your system does it. A credential plugin and your login shell run only after you have said yes, and what they send is theirs. A web page that a plugin names is opened in your browser, when you click on it.</source>
        <translation>kubeconfig 或环境变量指定的代理会得知服务器的主机和端口，以及地址中给出的它自己的用户名和密码；只有通过 http 的请求会不加密地经过它。名称按您系统的方式解析。凭据插件和您的登录 shell 只有在您同意后才会运行，它们发送的内容由它们自己决定。插件给出的网页在您点击后才会在浏览器中打开。</translation>
    </message>
    <message>
        <source>What a packed text of a recording becomes, times its length</source>
        <translation>录制文件中的压缩文本展开后，为其长度的倍数</translation>
    </message>
    <message>
        <source>… or this much at least</source>
        <translation>……或至少为此大小</translation>
    </message>
</context>
<context>
    <name>Inspector</name>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>%1 of %2 ready</source>
        <translation>%1/%2 就绪</translation>
    </message>
    <message>
        <source>Replicas</source>
        <translation>副本</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Pod address</source>
        <translation>Pod 地址</translation>
    </message>
    <message>
        <source>Host address</source>
        <translation>主机地址</translation>
    </message>
    <message>
        <source>Service account</source>
        <translation>服务账号</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>exit code %1</source>
        <translation>退出码 %1</translation>
    </message>
    <message>
        <source>%1 (init)</source>
        <translation>%1（init）</translation>
    </message>
    <message numerus="yes">
        <source>%n restarts</source>
        <translation>
            <numerusform>重启 %n 次</numerusform>
        </translation>
    </message>
    <message>
        <source>Created</source>
        <translation>创建</translation>
    </message>
    <message>
        <source>Deletion requested</source>
        <translation>已请求删除</translation>
    </message>
    <message>
        <source>Written by</source>
        <translation>写入者</translation>
    </message>
    <message>
        <source>The object cannot be read</source>
        <translation>无法读取该对象</translation>
    </message>
    <message>
        <source>Deletion is waiting for %1</source>
        <translation>删除正在等待 %1</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>%1 does not start</source>
        <translation>%1 无法启动</translation>
    </message>
    <message>
        <source>%1 exited with code %2</source>
        <translation>%1 已退出，退出码 %2</translation>
    </message>
    <message>
        <source>%1 of %2 replicas are ready</source>
        <translation>%1/%2 个副本就绪</translation>
    </message>
    <message>
        <source>Its controller has not observed the latest spec yet</source>
        <translation>控制器尚未处理最新的 spec</translation>
    </message>
    <message>
        <source>What is wrong</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Conditions</source>
        <translation>状况</translation>
    </message>
    <message>
        <source>Containers</source>
        <translation>容器</translation>
    </message>
    <message>
        <source>Owners</source>
        <translation>属主</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Labels</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Annotations</source>
        <translation>注解</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between a state and its count</comment>
        <translation>，</translation>
    </message>
    <message>
        <source>Regarding</source>
        <translation>相关对象</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>First</source>
        <translation>首次</translation>
    </message>
    <message>
        <source>Last</source>
        <translation>最近</translation>
    </message>
    <message>
        <source>Reported by</source>
        <translation>报告者</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Condition not met: %1</source>
        <translation>未满足条件：%1</translation>
    </message>
    <message>
        <source>Deletion deadline</source>
        <translation>最迟消失于</translation>
    </message>
    <message>
        <source>: %1</source>
        <comment>Failed: Evicted</comment>
        <translation>：%1</translation>
    </message>
</context>
<context>
    <name>Life</name>
    <message>
        <source>Created</source>
        <translation>创建</translation>
    </message>
    <message>
        <source>First seen</source>
        <translation>首次看到</translation>
    </message>
    <message>
        <source>Deletion requested</source>
        <translation>已请求删除</translation>
    </message>
    <message>
        <source>Deleted</source>
        <translation>已删除</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Life %1 of %2: uid %3</source>
        <translation>第 %1 个生命周期，共 %2 个：uid %3</translation>
    </message>
    <message>
        <source>Older ones are left out here: the stream has every revision.</source>
        <translation>此前还有更多：事件流保有每个修订。</translation>
    </message>
    <message>
        <source>Watched since %1. Anything older comes from the object&apos;s own conditions.</source>
        <translation>自 %1 起监视。更早的内容由对象自身的状况给出。</translation>
    </message>
    <message>
        <source>First seen: %1</source>
        <translation>首次看到：%1</translation>
    </message>
    <message>
        <source>Phase %1</source>
        <translation>阶段 %1</translation>
    </message>
    <message>
        <source>Container %1: %2</source>
        <translation>容器 %1：%2</translation>
    </message>
    <message>
        <source>Restarts of %1: %2</source>
        <translation>%1 的重启次数：%2</translation>
    </message>
    <message>
        <source>Desired replicas: %1</source>
        <translation>期望副本数：%1</translation>
    </message>
    <message>
        <source>Generation %1</source>
        <translation>代 %1</translation>
    </message>
    <message>
        <source>No longer owned by %1</source>
        <translation>不再属于 %1</translation>
    </message>
    <message>
        <source>Owned by %1</source>
        <translation>属于 %1</translation>
    </message>
    <message>
        <source>Its %1 was deleted</source>
        <translation>它的 %1 已删除</translation>
    </message>
    <message>
        <source>Its %1 was created</source>
        <translation>它的 %1 已创建</translation>
    </message>
    <message>
        <source>by %1</source>
        <comment>a field manager</comment>
        <translation>由 %1 写入</translation>
    </message>
    <message>
        <source>Reported by %1</source>
        <translation>由 %1 报告</translation>
    </message>
    <message numerus="yes">
        <source>%n older Kubernetes Events are left out: the stream has every one.</source>
        <translation>
            <numerusform>略去了 %n 个更早的 Kubernetes 事件：事件流保有每一个。</numerusform>
        </translation>
    </message>
    <message>
        <source>sometime since %1, while it was not watched</source>
        <translation>自 %1 起的某一时刻，其间未被监视</translation>
    </message>
</context>
<context>
    <name>LineBlame</name>
    <message>
        <source>≤ %1</source>
        <comment>a time at the latest</comment>
        <translation>≤ %1</translation>
    </message>
    <message>
        <source>Owners, with when each wrote last, to any of its fields:</source>
        <translation>所有者，以及各自最后一次写入（其任一字段）的时间：</translation>
    </message>
    <message>
        <source>The change was seen at %1.</source>
        <translation>该更改于 %1 被看到。</translation>
    </message>
    <message>
        <source>Unchanged since the object was created, at %1.</source>
        <translation>自对象于 %1 创建以来未变。</translation>
    </message>
    <message>
        <source>Unchanged since %1 at least.</source>
        <translation>至少自 %1 起未变。</translation>
    </message>
</context>
<context>
    <name>Models</name>
    <message>
        <source>AGE</source>
        <translation>存活时间</translation>
    </message>
    <message>
        <source>Label %1</source>
        <translation>标签 %1</translation>
    </message>
    <message>
        <source>NAMESPACE</source>
        <translation>命名空间</translation>
    </message>
    <message>
        <source>NAME</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>CHANGES</source>
        <translation>变更</translation>
    </message>
    <message>
        <source>LAST CHANGE</source>
        <translation>最近变更</translation>
    </message>
    <message>
        <source>Loading %1</source>
        <translation>正在加载 %1</translation>
    </message>
    <message>
        <source>%1 of about %2</source>
        <translation>%1 / 约 %2</translation>
    </message>
    <message>
        <source>%1 so far</source>
        <translation>已加载 %1</translation>
    </message>
    <message>
        <source>You are not allowed to see %1</source>
        <translation>无权查看 %1</translation>
    </message>
    <message>
        <source>The server no longer serves %1</source>
        <translation>服务器不再提供 %1</translation>
    </message>
    <message>
        <source>You need to sign in</source>
        <translation>需要登录</translation>
    </message>
    <message>
        <source>%1 cannot be loaded</source>
        <translation>无法获取 %1</translation>
    </message>
    <message>
        <source>Choose a kind on the left</source>
        <translation>请在左侧选择资源类型</translation>
    </message>
    <message>
        <source>The server has not told what it serves</source>
        <translation>服务器尚未说明它提供哪些资源</translation>
    </message>
    <message>
        <source>It is asked again. What it answers stands at the lower edge of the window.</source>
        <translation>正在再次询问。它的回答显示在窗口下缘。</translation>
    </message>
    <message>
        <source>Nothing matches the filter</source>
        <translation>没有符合过滤条件的内容</translation>
    </message>
    <message numerus="yes">
        <source>It hides %n object(s). Esc clears it.</source>
        <translation>
            <numerusform>已隐藏 %n 个对象。按 Esc 清除过滤。</numerusform>
        </translation>
    </message>
    <message>
        <source>There are no %1 here</source>
        <translation>这里没有 %1</translation>
    </message>
    <message>
        <source>There are no %1 in %2</source>
        <comment>pods, a list of namespaces</comment>
        <translation>%2 中没有 %1</translation>
    </message>
    <message>
        <source>You may not list %1 of all namespaces: only those of %2 are watched.</source>
        <comment>pods, a list</comment>
        <translation>您无权列出所有命名空间中的 %1：只监视 %2 中的。</translation>
    </message>
    <message>
        <source>New ones appear here as soon as they are created.</source>
        <translation>一旦出现会立即显示。</translation>
    </message>
    <message>
        <source>a word to search for is expected</source>
        <translation>缺少要查找的内容</translation>
    </message>
    <message>
        <source>a value is expected</source>
        <translation>缺少值</translation>
    </message>
    <message>
        <source>“%1” is not a field</source>
        <translation>“%1”不是字段</translation>
    </message>
    <message>
        <source>“%1” is not a field; in quotes it is text: %2</source>
        <translation>“%1”不是字段；加引号则视为文本：%2</translation>
    </message>
    <message>
        <source>a closing bracket is expected</source>
        <translation>缺少右括号</translation>
    </message>
    <message>
        <source>a closing quote is expected</source>
        <translation>缺少右引号</translation>
    </message>
    <message>
        <source>an empty text matches everything</source>
        <translation>空文本会匹配所有内容</translation>
    </message>
    <message>
        <source>“%1” is not understood here</source>
        <translation>此处无法识别“%1”</translation>
    </message>
    <message>
        <source>“%1” is not understood here; in quotes it is text: %2</source>
        <translation>此处无法识别“%1”；加引号则视为文本：%2</translation>
    </message>
    <message>
        <source>the filter is too long</source>
        <translation>过滤条件过长</translation>
    </message>
    <message>
        <source>Created %1</source>
        <translation>创建于 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n change(s) since watching began</source>
        <translation>
            <numerusform>监视以来 %n 次变更</numerusform>
        </translation>
    </message>
    <message>
        <source>[&quot;key&quot;] is expected</source>
        <translation>此处应为 [&quot;键&quot;]</translation>
    </message>
    <message>
        <source>this field is text, which “%1” cannot compare; use : or ==</source>
        <translation>此字段是文本，不能用“%1”比较；请用 : 或 ==</translation>
    </message>
    <message>
        <source>a number is expected, like 3 or 250m</source>
        <translation>此处应为数字，如 3 或 250m</translation>
    </message>
    <message>
        <source>a size is expected, like 5kB or 512Ki</source>
        <translation>此处应为大小，如 5kB 或 512Ki</translation>
    </message>
    <message>
        <source>a duration is expected, like 90s or 3d4h</source>
        <translation>此处应为时长，如 90s 或 3d4h</translation>
    </message>
    <message>
        <source>a time is expected, like 2026-09-01T12:00</source>
        <translation>此处应为时间，如 2026-09-01T12:00</translation>
    </message>
    <message>
        <source>brackets are nested too deeply</source>
        <translation>括号嵌套过深</translation>
    </message>
    <message>
        <source>none</source>
        <comment>a cell without a value</comment>
        <translation>无</translation>
    </message>
    <message>
        <source>Only this: %1</source>
        <translation>仅此项：%1</translation>
    </message>
    <message>
        <source>Only this writer: %1</source>
        <translation>仅此写入者：%1</translation>
    </message>
    <message>
        <source>Not this writer: %1</source>
        <translation>排除此写入者：%1</translation>
    </message>
    <message>
        <source>the server itself</source>
        <translation>服务器自身</translation>
    </message>
    <message>
        <source>nobody known</source>
        <translation>无从得知</translation>
    </message>
    <message>
        <source>Not this: %1</source>
        <translation>排除：%1</translation>
    </message>
    <message>
        <source>At least this: %1</source>
        <translation>不小于此值：%1</translation>
    </message>
    <message>
        <source>At most this: %1</source>
        <translation>不大于此值：%1</translation>
    </message>
    <message>
        <source>From then on: %1</source>
        <translation>从此刻起：%1</translation>
    </message>
    <message>
        <source>Until then: %1</source>
        <translation>到此刻为止：%1</translation>
    </message>
    <message>
        <source>At least this old: %1</source>
        <translation>存在这么久或更久：%1</translation>
    </message>
    <message>
        <source>At most this old: %1</source>
        <translation>存在这么久或更短：%1</translation>
    </message>
    <message>
        <source>%1 were not watched between %2 and %3</source>
        <translation>%2 至 %3 期间未监视 %1</translation>
    </message>
    <message>
        <source>%1 were not watched before %2</source>
        <translation>%2 之前未监视 %1</translation>
    </message>
    <message>
        <source>%1 have not been watched since %2</source>
        <translation>自 %2 起未再监视 %1</translation>
    </message>
    <message>
        <source>%1 were not watched then</source>
        <translation>当时未监视 %1</translation>
    </message>
    <message>
        <source>So nothing is known about them at %1.</source>
        <translation>因此不知道它们在 %1 的状态。</translation>
    </message>
    <message>
        <source>Of all namespaces only %1 were watched then.</source>
        <comment>a list</comment>
        <translation>当时所有命名空间中只监视了 %1。</translation>
    </message>
    <message>
        <source>This is what the last look before then found; nobody watched in between.</source>
        <translation>此处为该时刻之前最后一次查看的结果；两次查看之间无人监视。</translation>
    </message>
    <message>
        <source>%1 in %2 were not watched then, so none of them is shown.</source>
        <comment>Pods in a, b</comment>
        <translation>当时未监视 %2 中的 %1，因此没有显示。</translation>
    </message>
    <message>
        <source>There were no %1 here</source>
        <translation>当时这里没有 %1</translation>
    </message>
    <message>
        <source>There were no %1 in %2</source>
        <comment>pods, a list of namespaces</comment>
        <translation>当时 %2 中没有 %1</translation>
    </message>
    <message>
        <source>This is the cluster as of %1.</source>
        <translation>这是集群在 %1 的状态。</translation>
    </message>
    <message numerus="yes">
        <source>It hides %n object(s). Esc goes back to live; Esc again clears the filter.</source>
        <translation>
            <numerusform>已隐藏 %n 个对象。按 Esc 返回实时，再按一次清除过滤。</numerusform>
        </translation>
    </message>
    <message>
        <source>“%1” is about events, but a table shows objects, so none can match. Events are in the Stream.</source>
        <translation>“%1”是事件的属性，而表格显示的是对象，因此没有对象能符合。事件请到“事件流”查看。</translation>
    </message>
    <message>
        <source>The filter asks for updates whose writer is in doubt, but a table shows objects, so none can match. Updates are in the Stream.</source>
        <translation>过滤条件要求的是写入者存疑的更新，而表格显示的是对象，因此没有对象能符合。这些更新请到“事件流”查看。</translation>
    </message>
    <message numerus="yes">
        <source>%n change(s) by then, since watching began</source>
        <translation>
            <numerusform>自监视以来到当时，共 %n 次变更</numerusform>
        </translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>These rows are from %1, when you paused. The watch continues.</source>
        <translation>各行是您在 %1 暂停时的状态。监视仍在继续。</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <comment>Pods in a, b</comment>
        <translation>命名空间 %2 中的 %1</translation>
    </message>
    <message>
        <source>No managedFields entry says who wrote it.</source>
        <translation>没有任何字段管理器的条目说明是谁写入的。</translation>
    </message>
    <message>
        <source>? in doubt: no managedFields entry says who</source>
        <translation>? 存疑（没有任何字段管理器的条目说明是谁）</translation>
    </message>
    <message>
        <source>“=” is not understood; use == for an exact match, or : for what contains it</source>
        <translation>无法理解“=”；== 表示完全相同，: 表示包含</translation>
    </message>
    <message>
        <source>The filter asks for %1, and this table shows %2.</source>
        <comment>two kinds</comment>
        <translation>过滤条件指定的是 %1，而此表格显示的是 %2。</translation>
    </message>
    <message>
        <source>Last write of any sort: %1</source>
        <translation>最近一次任意写入：%1</translation>
    </message>
    <message>
        <source>Last write of any sort: %1, %2</source>
        <comment>time and writer</comment>
        <translation>最近一次任意写入：%1，%2</translation>
    </message>
    <message>
        <source>CLUSTER</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>If you may see some namespaces only, enter them here.</source>
        <translation>如果您只能查看某些命名空间，请在此输入。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a cluster, how its rows fare</comment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>Navigator</name>
    <message>
        <source>Favourites</source>
        <translation>收藏</translation>
    </message>
    <message>
        <source>Workloads</source>
        <translation>工作负载</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Config</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>Storage</source>
        <translation>存储</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>Access</source>
        <translation>访问控制</translation>
    </message>
    <message>
        <source>Custom</source>
        <translation>自定义资源</translation>
    </message>
    <message>
        <source>many</source>
        <comment>not shown: translate it by &quot;one&quot; where pods are called Pod however many they are</comment>
        <translation>one</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>412 pods</comment>
        <translation>%1 个 %2</translation>
    </message>
    <message>
        <source>%1 of %2 %3</source>
        <comment>74 of 412 pods</comment>
        <translation>%1 / %2 个 %3</translation>
    </message>
    <message>
        <source>key</source>
        <comment>of etcd</comment>
        <translation>键</translation>
    </message>
    <message>
        <source>keys</source>
        <comment>of etcd</comment>
        <translation>键</translation>
    </message>
    <message>
        <source>Keys</source>
        <comment>of etcd</comment>
        <translation>键</translation>
    </message>
    <message>
        <source>All keys</source>
        <translation>所有键</translation>
    </message>
</context>
<context>
    <name>OtherWayDialog</name>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>CA</source>
        <translation>CA</translation>
    </message>
    <message>
        <source>Certificate checks</source>
        <translation>证书检查</translation>
    </message>
    <message>
        <source>Name in the certificate</source>
        <translation>证书中的名称</translation>
    </message>
    <message>
        <source>Proxy</source>
        <translation>代理</translation>
    </message>
    <message>
        <source>Program that signs in</source>
        <translation>登录程序</translation>
    </message>
    <message>
        <source>Acts as</source>
        <translation>身份</translation>
    </message>
    <message>
        <source>on</source>
        <translation>开</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>those of this system</source>
        <translation>本系统的 CA</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Its kubeconfig has changed. The connection that is open goes on until you agree.</source>
        <translation>它的 kubeconfig 已更改。在您同意之前，现有连接会继续。</translation>
    </message>
    <message>
        <source>%1: %2 → %3</source>
        <comment>what: before → now</comment>
        <translation>%1：%2 → %3</translation>
    </message>
    <message>
        <source>Connect to “%1” in another way?</source>
        <translation>以另一种方式连接到“%1”？</translation>
    </message>
    <message>
        <source>Stay connected</source>
        <translation>保持现有连接</translation>
    </message>
    <message>
        <source>Connect as it says now</source>
        <translation>按现在的内容连接</translation>
    </message>
</context>
<context>
    <name>Outage</name>
    <message>
        <source>not seen</source>
        <translation>未观察到</translation>
    </message>
    <message>
        <source>in doubt</source>
        <translation>存疑</translation>
    </message>
    <message>
        <source>not seen from %1 to %2</source>
        <translation>%1 至 %2 未观察到</translation>
    </message>
    <message>
        <source>in doubt from %1 to %2</source>
        <translation>%1 至 %2 存疑</translation>
    </message>
    <message>
        <source>not watched %1</source>
        <comment>not watched 18:10:05 – 09:01:12</comment>
        <translation>%1 未监视</translation>
    </message>
    <message>
        <source>Stale since %1</source>
        <translation>自 %1 起未更新</translation>
    </message>
    <message>
        <source>stale since %1</source>
        <translation>自 %1 起未更新</translation>
    </message>
    <message>
        <source>stale from %1 to %2</source>
        <translation>%1 至 %2 未更新</translation>
    </message>
    <message>
        <source>The watch was quiet until its stream broke. Something may have been on its way.</source>
        <translation>流中断前，该监视没有消息；可能仍有消息在途中。</translation>
    </message>
    <message>
        <source>The watch was not connected. This is the last known state.</source>
        <translation>监视未连接。这是最后已知的状态。</translation>
    </message>
    <message>
        <source>The watch was not connected. This is the last state before, and what happened meanwhile may never have come.</source>
        <translation>监视未连接。这是此前最后的状态；期间发生的事可能从未传来。</translation>
    </message>
    <message>
        <source>The watch was not connected. This is the last state before; what happened meanwhile came later.</source>
        <translation>监视未连接。这是此前最后的状态；期间发生的事随后才传来。</translation>
    </message>
    <message>
        <source>in doubt since %1</source>
        <translation>自 %1 起存疑</translation>
    </message>
</context>
<context>
    <name>QtFaults</name>
    <message>
        <source>HTTP of Qt: not used, Watchkeeper speaks HTTP/1.1 by itself</source>
        <translation>Qt 的 HTTP：未使用，Watchkeeper 自己实现 HTTP/1.1</translation>
    </message>
    <message>
        <source>TLS with the system&apos;s CAs beside those that were named: every connection names all of its own</source>
        <translation>TLS 在指定的 CA 之外还采用系统 CA：每个连接都指定自己的全部 CA</translation>
    </message>
    <message>
        <source>QDnsLookup: not used</source>
        <translation>QDnsLookup：未使用</translation>
    </message>
    <message>
        <source>XML: none is read</source>
        <translation>XML：不读取</translation>
    </message>
    <message>
        <source>Pictures: only the program&apos;s own are drawn</source>
        <translation>图片：只绘制程序自己的</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>a part of Qt and why its faults are out of reach, the faults</comment>
        <translation>%1（%2）</translation>
    </message>
</context>
<context>
    <name>Seen</name>
    <message>
        <source>Live: it arrived on the open watch as it happened.</source>
        <translation>实时：发生时即经打开的监视传来。</translation>
    </message>
    <message>
        <source>Resumed: it happened while the connection was down and arrived when the watch resumed. Nothing is missing; it is only late.</source>
        <translation>续传：发生于连接中断期间，监视恢复后才发送。没有缺失，只是迟到。</translation>
    </message>
    <message>
        <source>Initial: it already existed when watching began. How it came about was not seen.</source>
        <translation>初始：监视开始时已存在，何时变成这样未曾看到。</translation>
    </message>
    <message>
        <source>Inferred: it was not seen happening. A list after a gap differs from what was known before; when it happened, and in how many steps, is unknown.</source>
        <translation>推断：未曾看到。间隙之后的列表与此前持有的不同；何时发生、分几步发生均不可知。</translation>
    </message>
    <message>
        <source>Replayed: repeated for a view that joined late; nothing happened.</source>
        <translation>重播：向后来加入的视图重新告知，并未发生任何事。</translation>
    </message>
    <message>
        <source>Changes to %1 may have gone unseen for %2, from %3 to %4.</source>
        <translation>%1 的变更可能有 %2 未被看到：%3 至 %4。</translation>
    </message>
    <message>
        <source>resourceVersion %1 to %2</source>
        <translation>resourceVersion %1 至 %2</translation>
    </message>
    <message>
        <source>Reason: %1</source>
        <translation>原因：%1</translation>
    </message>
    <message>
        <source>What differs afterwards is shown as inferred events. Anything that came and went in between is unknown.</source>
        <translation>之后的差异以推断事件告知。其间出现又消失的无从得知。</translation>
    </message>
    <message>
        <source>live</source>
        <comment>class of an event</comment>
        <translation>实时</translation>
    </message>
    <message>
        <source>resumed</source>
        <comment>class of an event</comment>
        <translation>续传</translation>
    </message>
    <message>
        <source>initial</source>
        <comment>class of an event</comment>
        <translation>初始</translation>
    </message>
    <message>
        <source>inferred</source>
        <comment>class of an event</comment>
        <translation>推断</translation>
    </message>
    <message>
        <source>replayed</source>
        <comment>class of an event</comment>
        <translation>重播</translation>
    </message>
    <message>
        <source>In doubt since %1: the stream was open, but nothing came. Something may have been on its way when it broke.</source>
        <translation>自 %1 起存疑：流是打开的，但没有任何消息传来；中断时可能仍有消息在途中。</translation>
    </message>
</context>
<context>
    <name>Standing</name>
    <message>
        <source>Nothing watched</source>
        <translation>未监视任何内容</translation>
    </message>
    <message>
        <source>%1 of %2 live</source>
        <comment>watches</comment>
        <translation>%1/%2 实时</translation>
    </message>
    <message>
        <source>Not live</source>
        <translation>非实时</translation>
    </message>
    <message>
        <source>Recording</source>
        <translation>录制</translation>
    </message>
</context>
<context>
    <name>Style</name>
    <message>
        <source>in %1</source>
        <comment>a time to come: in 5m</comment>
        <translation>%1 后</translation>
    </message>
    <message>
        <source>Watchkeeper has run into an internal error.</source>
        <translation>Watchkeeper 内部出错。</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>已取消。</translation>
    </message>
    <message>
        <source>The configuration cannot be read.</source>
        <translation>无法读取配置。</translation>
    </message>
    <message>
        <source>A file cannot be read.</source>
        <translation>无法读取文件。</translation>
    </message>
    <message>
        <source>Your consent is needed first.</source>
        <translation>需要先征得您的同意。</translation>
    </message>
    <message>
        <source>No usable credential was found.</source>
        <translation>未能取得可用的凭据。</translation>
    </message>
    <message>
        <source>The server&apos;s name cannot be resolved (DNS).</source>
        <translation>无法解析服务器名称（DNS）。</translation>
    </message>
    <message>
        <source>The server does not answer in time.</source>
        <translation>服务器响应超时。</translation>
    </message>
    <message>
        <source>The connection was cut.</source>
        <translation>连接已中断。</translation>
    </message>
    <message>
        <source>There is no way through the proxy.</source>
        <translation>无法通过代理。</translation>
    </message>
    <message>
        <source>The server&apos;s certificate is not trusted.</source>
        <translation>服务器证书不可信。</translation>
    </message>
    <message>
        <source>No secure connection could be made (TLS).</source>
        <translation>未能建立安全连接（TLS）。</translation>
    </message>
    <message>
        <source>The server does not know who you are (401).</source>
        <translation>服务器无法确认您的身份（401）。</translation>
    </message>
    <message>
        <source>You are not allowed to see this (403).</source>
        <translation>无权查看该资源（403）。</translation>
    </message>
    <message>
        <source>The server does not have this (404).</source>
        <translation>服务器上没有该资源（404）。</translation>
    </message>
    <message>
        <source>The server does not offer this (405).</source>
        <translation>服务器不提供此操作（405）。</translation>
    </message>
    <message>
        <source>The server offers no format that Watchkeeper reads (406).</source>
        <translation>服务器无法以可识别的格式响应（406）。</translation>
    </message>
    <message>
        <source>Someone else changed it first (409).</source>
        <translation>已有其他写入抢先（409）。</translation>
    </message>
    <message>
        <source>The server no longer keeps the resourceVersion we were at (410).</source>
        <translation>服务器已不再保留当前的 resourceVersion（410）。</translation>
    </message>
    <message>
        <source>The server is behind the resourceVersion we have already seen.</source>
        <translation>服务器的 resourceVersion 落后于本地。</translation>
    </message>
    <message>
        <source>This API gives no resourceVersions, so it cannot be watched from one.</source>
        <translation>此 API 不提供 resourceVersion，因此无法从某个版本开始监视。</translation>
    </message>
    <message>
        <source>The server does not accept the request (%1).</source>
        <translation>服务器不接受该请求（%1）。</translation>
    </message>
    <message>
        <source>The server is busy and asks us to wait (429).</source>
        <translation>服务器繁忙，要求稍候（429）。</translation>
    </message>
    <message>
        <source>The server has failed (%1).</source>
        <translation>服务器出错（%1）。</translation>
    </message>
    <message>
        <source>The server redirects us, and Watchkeeper does not follow.</source>
        <translation>服务器要求重定向，Watchkeeper 不会跟随。</translation>
    </message>
    <message>
        <source>Something answers there, but not a Kubernetes API.</source>
        <translation>该地址有响应，但不是 Kubernetes API。</translation>
    </message>
    <message>
        <source>The answer ended early or cannot be read.</source>
        <translation>响应提前结束或无法解析。</translation>
    </message>
    <message>
        <source>The answer is larger than we accept.</source>
        <translation>响应超出可接受的大小。</translation>
    </message>
    <message>
        <source>Watchkeeper stopped itself: it only ever reads.</source>
        <translation>Watchkeeper 已自行中止：它始终只读。</translation>
    </message>
    <message>
        <source>The file cannot be written.</source>
        <translation>无法写入文件。</translation>
    </message>
    <message>
        <source>The server cannot listen at its port.</source>
        <translation>服务器无法在该端口上监听。</translation>
    </message>
    <message>
        <source>Check that the file exists and that you may read it.</source>
        <translation>请检查该文件是否存在、是否有读取权限。</translation>
    </message>
    <message>
        <source>Sign in again, or check whether the token or certificate has expired.</source>
        <translation>请重新登录，或检查令牌或证书是否已过期。</translation>
    </message>
    <message>
        <source>Check that the network or VPN is up and the server&apos;s name is right.</source>
        <translation>请检查网络或 VPN 是否连通、服务器名称是否正确。</translation>
    </message>
    <message>
        <source>Check that the cluster is running and the port is right.</source>
        <translation>请检查集群是否在运行、端口是否正确。</translation>
    </message>
    <message>
        <source>Check whether a VPN or firewall is in the way.</source>
        <translation>请检查中间是否有 VPN 或防火墙。</translation>
    </message>
    <message>
        <source>Check HTTPS_PROXY, NO_PROXY, and proxy-url in the kubeconfig.</source>
        <translation>请检查 HTTPS_PROXY、NO_PROXY 以及 kubeconfig 中的 proxy-url。</translation>
    </message>
    <message>
        <source>Check that certificate-authority and tls-server-name in the kubeconfig belong to this server.</source>
        <translation>请检查 kubeconfig 中的 certificate-authority 和 tls-server-name 是否属于该服务器。</translation>
    </message>
    <message>
        <source>Check that the server speaks TLS 1.2 or newer on this port, and whether it wants a client certificate that the kubeconfig does not have.</source>
        <translation>请检查服务器在该端口上是否支持 TLS 1.2 或更高版本，以及它是否要求 kubeconfig 中没有的客户端证书。</translation>
    </message>
    <message>
        <source>Ask whoever runs the cluster for the right to read it.</source>
        <translation>请向集群管理员申请读取它的权限。</translation>
    </message>
    <message>
        <source>Check that the server&apos;s address is right; a login page may be in between.</source>
        <translation>请检查服务器地址是否正确；中间可能有登录页面。</translation>
    </message>
    <message>
        <source>Check whether the disk is full and whether you may write to the folder.</source>
        <translation>请检查磁盘是否已满、是否有该文件夹的写入权限。</translation>
    </message>
    <message>
        <source>Please report it.</source>
        <translation>请报告此问题。</translation>
    </message>
    <message>
        <source>Trying again.</source>
        <translation>正在重试。</translation>
    </message>
    <message>
        <source>What is shown is the state of %1.</source>
        <translation>当前显示的是 %1 时的状态。</translation>
    </message>
    <message>
        <source>Connecting</source>
        <translation>连接中</translation>
    </message>
    <message>
        <source>Listing</source>
        <translation>正在列出</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>实时</translation>
    </message>
    <message>
        <source>Polled</source>
        <translation>轮询</translation>
    </message>
    <message>
        <source>Looked at every 30 s, not watched</source>
        <translation>每 30 秒查看一次，不监视</translation>
    </message>
    <message>
        <source>Resuming</source>
        <translation>恢复中</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>Relisting</source>
        <translation>正在重新列出</translation>
    </message>
    <message>
        <source>Sign-in needed</source>
        <translation>需要登录</translation>
    </message>
    <message>
        <source>Not allowed</source>
        <translation>无权限</translation>
    </message>
    <message>
        <source>Kind gone</source>
        <translation>资源类型已移除</translation>
    </message>
    <message>
        <source>Configuration error</source>
        <translation>配置错误</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Retried every minute.</source>
        <translation>每分钟重试一次。</translation>
    </message>
    <message>
        <source>The server no longer serves this kind.</source>
        <translation>服务器不再提供该资源类型。</translation>
    </message>
    <message>
        <source>Connecting.</source>
        <translation>连接中。</translation>
    </message>
    <message>
        <source>Connected.</source>
        <translation>已连接。</translation>
    </message>
    <message>
        <source>%1 ev/s</source>
        <comment>events per second</comment>
        <translation>%1 事件/秒</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Running</translation>
    </message>
    <message>
        <source>Pending</source>
        <translation>Pending</translation>
    </message>
    <message>
        <source>Succeeded</source>
        <translation>Succeeded</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>Unknown</translation>
    </message>
    <message>
        <source>Terminating</source>
        <translation>Terminating</translation>
    </message>
    <message>
        <source>If this persists, check whether a proxy or load balancer in between cuts answers short.</source>
        <translation>如果持续出现，请检查中间的代理或负载均衡器是否截断了应答。</translation>
    </message>
    <message>
        <source>Check that the name is right.</source>
        <translation>请检查名称是否正确。</translation>
    </message>
    <message>
        <source>Choose another port, or end what listens there.</source>
        <translation>请改用其他端口，或结束占用该端口的程序。</translation>
    </message>
    <message>
        <source>It is listed again from time to time.</source>
        <translation>会不时重新列出。</translation>
    </message>
    <message>
        <source>If this persists, find out what keeps the API server busy.</source>
        <translation>如果持续出现，请检查是什么让 API 服务器如此繁忙。</translation>
    </message>
    <message>
        <source>If this persists, look at the API server&apos;s log.</source>
        <translation>如果持续出现，请查看 API 服务器的日志。</translation>
    </message>
    <message>
        <source>Ask for less: one namespace, or a selector.</source>
        <translation>请缩小范围：只看一个命名空间，或使用选择器。</translation>
    </message>
    <message>
        <source>:</source>
        <comment>in the place of a sentence&apos;s full stop</comment>
        <translation>：</translation>
    </message>
    <message>
        <source>The server refuses the connection.</source>
        <translation>服务器拒绝连接。</translation>
    </message>
    <message>
        <source>The server&apos;s name %1 cannot be resolved (DNS).</source>
        <translation>无法解析服务器名称 %1（DNS）。</translation>
    </message>
    <message>
        <source>The server refuses the connection: nothing listens at %1.</source>
        <translation>服务器拒绝连接：%1 上没有服务在监听。</translation>
    </message>
    <message>
        <source>internal error</source>
        <translation>内部错误</translation>
    </message>
    <message>
        <source>configuration unreadable</source>
        <translation>配置无法读取</translation>
    </message>
    <message>
        <source>file unreadable</source>
        <translation>文件无法读取</translation>
    </message>
    <message>
        <source>consent needed</source>
        <translation>需要同意</translation>
    </message>
    <message>
        <source>no credential</source>
        <translation>无可用凭据</translation>
    </message>
    <message>
        <source>name not found</source>
        <translation>名称未找到</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>被拒绝</translation>
    </message>
    <message>
        <source>timed out</source>
        <translation>超时</translation>
    </message>
    <message>
        <source>proxy</source>
        <translation>代理</translation>
    </message>
    <message>
        <source>certificate</source>
        <translation>证书</translation>
    </message>
    <message>
        <source>TLS</source>
        <translation>TLS</translation>
    </message>
    <message>
        <source>not signed in</source>
        <translation>未登录</translation>
    </message>
    <message>
        <source>not allowed</source>
        <translation>无权限</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>not offered</source>
        <translation>不提供</translation>
    </message>
    <message>
        <source>no common format</source>
        <translation>无共同格式</translation>
    </message>
    <message>
        <source>conflict</source>
        <translation>冲突</translation>
    </message>
    <message>
        <source>version expired</source>
        <translation>版本已过期</translation>
    </message>
    <message>
        <source>server lags behind</source>
        <translation>服务器落后</translation>
    </message>
    <message>
        <source>no resourceVersions</source>
        <translation>无 resourceVersion</translation>
    </message>
    <message>
        <source>request not accepted</source>
        <translation>请求未被接受</translation>
    </message>
    <message>
        <source>server is busy</source>
        <translation>服务器繁忙</translation>
    </message>
    <message>
        <source>server error</source>
        <translation>服务器错误</translation>
    </message>
    <message>
        <source>server redirects</source>
        <translation>服务器重定向</translation>
    </message>
    <message>
        <source>not a Kubernetes API</source>
        <translation>不是 Kubernetes API</translation>
    </message>
    <message>
        <source>bad answer</source>
        <translation>应答有误</translation>
    </message>
    <message>
        <source>answer too large</source>
        <translation>应答过大</translation>
    </message>
    <message>
        <source>not a read</source>
        <translation>并非读取</translation>
    </message>
    <message>
        <source>file not written</source>
        <translation>文件未写入</translation>
    </message>
    <message>
        <source>port taken</source>
        <translation>端口被占用</translation>
    </message>
    <message>
        <source>Next try in %1.</source>
        <translation>%1 后重试。</translation>
    </message>
    <message>
        <source>The server offers no watch of this kind.</source>
        <translation>服务器不提供对此类型的监视。</translation>
    </message>
    <message>
        <source>Next look in %1.</source>
        <translation>%1 后再次查看。</translation>
    </message>
    <message>
        <source>Looking now.</source>
        <translation>正在查看。</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <comment>Waiting 12 s (refused). Why, and what next.</comment>
        <translation>%1。%2</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>Waiting 12 s (refused)</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1 %2/%3</source>
        <comment>Listing 500/1 200</comment>
        <translation>%1 %2/%3</translation>
    </message>
    <message>
        <source>Waiting %1</source>
        <translation>等待 %1</translation>
    </message>
    <message>
        <source>The last error in full: %1</source>
        <translation>最近错误的原文：%1</translation>
    </message>
    <message>
        <source>cut off</source>
        <translation>连接中断</translation>
    </message>
    <message>
        <source>Compared with the server and found equal at %1.</source>
        <translation>%1 与服务器比较，结果一致。</translation>
    </message>
    <message>
        <source>The proxy wants a sign-in.</source>
        <translation>代理要求登录。</translation>
    </message>
    <message>
        <source>Put user and password into HTTPS_PROXY or proxy-url (http://user:password@proxy:3128), or see that those there are right.</source>
        <translation>请把用户名和密码写入 HTTPS_PROXY 或 proxy-url（http://user:password@proxy:3128），或检查其中已有的是否正确。</translation>
    </message>
    <message>
        <source>cluster clock +%1</source>
        <comment>ahead by 1 h</comment>
        <translation>集群时钟快 %1</translation>
    </message>
    <message>
        <source>cluster clock −%1</source>
        <comment>behind by 1 h</comment>
        <translation>集群时钟慢 %1</translation>
    </message>
    <message>
        <source>The cluster&apos;s clock is %1 ahead of this machine&apos;s: what is younger than that shows the age 0.</source>
        <translation>集群的时钟比本机快 %1：比这更新的对象年龄显示为 0。</translation>
    </message>
    <message>
        <source>The cluster&apos;s clock is %1 behind this machine&apos;s: ages are that much too high.</source>
        <translation>集群的时钟比本机慢 %1：显示的年龄会多出这么多。</translation>
    </message>
    <message>
        <source>%1 unavailable</source>
        <comment>metrics.k8s.io/v1beta1 unavailable</comment>
        <translation>%1 不可用</translation>
    </message>
    <message>
        <source>%1 is unavailable; everything else works: %2</source>
        <translation>%1 不可用，其余正常：%2</translation>
    </message>
    <message>
        <source>server warning</source>
        <translation>服务器警告</translation>
    </message>
    <message>
        <source>The server warns: %1</source>
        <translation>服务器警告：%1</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n more notes</source>
        <comment>cluster clock +1 h, 2 more notes</comment>
        <translation>
            <numerusform>%1，另有 %n 条说明</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 m</source>
        <comment>minutes</comment>
        <translation>%1 分钟</translation>
    </message>
    <message>
        <source>%1 h</source>
        <comment>hours</comment>
        <translation>%1 小时</translation>
    </message>
    <message>
        <source>%1 d</source>
        <comment>days</comment>
        <translation>%1 天</translation>
    </message>
    <message>
        <source>%1 s</source>
        <comment>seconds</comment>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <comment>milliseconds</comment>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>%1 m %2 s</source>
        <comment>minutes and seconds</comment>
        <translation>%1 分 %2 秒</translation>
    </message>
    <message>
        <source>%1 h %2 m</source>
        <comment>hours and minutes</comment>
        <translation>%1 小时 %2 分</translation>
    </message>
    <message>
        <source>Correct the file at that place, then try again.</source>
        <translation>请修正文件中所指的位置，然后重试。</translation>
    </message>
    <message>
        <source>history in memory only</source>
        <translation>历史仅保存在内存中</translation>
    </message>
    <message>
        <source>What does not fit in memory is lost from the history, because the disk cannot take it: %1</source>
        <translation>内存放不下的历史会丢失，因为磁盘无法写入：%1</translation>
    </message>
    <message>
        <source>history damaged</source>
        <translation>历史已损坏</translation>
    </message>
    <message>
        <source>A file of the history cannot be read, %1: %2</source>
        <translation>无法读取历史文件 %1：%2</translation>
    </message>
    <message>
        <source>A file of the history is damaged, %1: %2 are lost at byte %3.</source>
        <translation>历史文件 %1 已损坏：字节 %3 处丢失 %2。</translation>
    </message>
    <message>
        <source>A file of the history is damaged, %1: %2 are lost at byte %3, and what happened from %4 to %5.</source>
        <translation>历史文件 %1 已损坏：字节 %3 处丢失 %2，以及从 %4 到 %5 发生的事件。</translation>
    </message>
    <message>
        <source>%1 d %2 h</source>
        <comment>days and hours</comment>
        <translation>%1 天 %2 小时</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>Listing 500</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Failing</source>
        <comment>has failed, or does so again and again: CrashLoopBackOff, NotReady</comment>
        <translation>异常</translation>
    </message>
    <message>
        <source>The server %1 does not know who you are (401).</source>
        <translation>服务器 %1 无法确认您的身份（401）。</translation>
    </message>
    <message>
        <source>%1.</source>
        <comment>a state as a sentence</comment>
        <translation>%1。</translation>
    </message>
    <message>
        <source>Not connected</source>
        <translation>未连接</translation>
    </message>
    <message>
        <source>Not connected to %1</source>
        <comment>a server</comment>
        <translation>未连接到 %1</translation>
    </message>
    <message>
        <source>What is shown is the state of %1, in doubt since %2.</source>
        <translation>当前显示的是 %1 时的状态，自 %2 起存疑。</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>Waiting 12 s (refused), stale since 14:02</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>None</source>
        <comment>no colour</comment>
        <translation>无</translation>
    </message>
    <message>
        <source>Red</source>
        <translation>红</translation>
    </message>
    <message>
        <source>Orange</source>
        <translation>橙</translation>
    </message>
    <message>
        <source>Amber</source>
        <translation>琥珀</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>绿</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>蓝</translation>
    </message>
    <message>
        <source>Violet</source>
        <translation>紫</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a cluster, what is noted of it</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>What was asked for cannot be done.</source>
        <translation>无法完成所要求的操作。</translation>
    </message>
    <message>
        <source>configuration warning</source>
        <translation>配置警告</translation>
    </message>
    <message>
        <source>The server has not answered for %1: the stream is not open yet.</source>
        <translation>服务器已有 %1 没有应答：流尚未打开。</translation>
    </message>
    <message>
        <source>Page %1 of the list has been coming for %2.</source>
        <translation>列表的第 %1 页已传输 %2。</translation>
    </message>
    <message>
        <source>The server has not answered for %1: page %2 of the list is awaited.</source>
        <translation>服务器已有 %1 没有应答：正在等待列表的第 %2 页。</translation>
    </message>
    <message>
        <source>The list has been under way for %1, and is at page %2.</source>
        <translation>列表已进行 %1，现在是第 %2 页。</translation>
    </message>
    <message>
        <source>Choose “Connect again” in the menu to be asked again.</source>
        <translation>在菜单中选择“重新连接”，即可再次询问。</translation>
    </message>
    <message>
        <source>Recorded</source>
        <translation>已录制</translation>
    </message>
    <message>
        <source>Connecting. The server has not answered for %1.</source>
        <translation>连接中。服务器已有 %1 没有应答。</translation>
    </message>
</context>
<context>
    <name>TestTr</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <comment>names</comment>
        <translation>
            <numerusform>%1 等另外 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>TLS</source>
        <translation>TLS</translation>
    </message>
    <message>
        <source>Sign-in</source>
        <translation>登录</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>What you may see</source>
        <translation>可以查看的内容</translation>
    </message>
    <message>
        <source>through the proxy %1</source>
        <translation>经由代理 %1</translation>
    </message>
    <message>
        <source>%1 is %2</source>
        <comment>a host&apos;s name, its addresses</comment>
        <translation>%1 是 %2</translation>
    </message>
    <message>
        <source>The certificate of %1, issued by %2, is good from %3 to %4. SHA-256 %5</source>
        <comment>names, times, a fingerprint</comment>
        <translation>%1 的证书由 %2 签发，有效期从 %3 到 %4。SHA-256 %5</translation>
    </message>
    <message>
        <source>%1, not checked (insecure-skip-tls-verify).</source>
        <comment>TLS 1.3</comment>
        <translation>%1，未检查（insecure-skip-tls-verify）。</translation>
    </message>
    <message>
        <source>%1, checked.</source>
        <comment>TLS 1.3</comment>
        <translation>%1，已检查。</translation>
    </message>
    <message>
        <source>%1 of %2 kinds asked</source>
        <comment>numbers</comment>
        <translation>已询问 %1 种，共 %2 种</translation>
    </message>
    <message>
        <source>%1 of %2 kinds can be listed.</source>
        <comment>numbers</comment>
        <translation>%2 种类型中可以列出 %1 种。</translation>
    </message>
    <message>
        <source>Only in the context&apos;s namespace: %1.</source>
        <translation>仅限上下文的命名空间：%1。</translation>
    </message>
    <message>
        <source>Denied: %1.</source>
        <translation>被拒绝：%1。</translation>
    </message>
    <message>
        <source>Cannot be watched: %1.</source>
        <translation>无法监视：%1。</translation>
    </message>
    <message>
        <source>Down: %1.</source>
        <translation>无应答：%1。</translation>
    </message>
    <message>
        <source>The server calls you %1.</source>
        <translation>服务器称您为 %1。</translation>
    </message>
    <message>
        <source>If you may see some namespaces only, enter them behind “all namespaces”.</source>
        <translation>如果您只能查看某些命名空间，请在“所有命名空间”处输入。</translation>
    </message>
    <message>
        <source>%1 answers</source>
        <comment>host:port</comment>
        <translation>%1 有应答</translation>
    </message>
    <message>
        <source>Kubernetes %1</source>
        <translation>Kubernetes %1</translation>
    </message>
    <message>
        <source>a client certificate of %1</source>
        <translation>%1 的客户端证书</translation>
    </message>
    <message>
        <source>the plugin %1</source>
        <translation>插件 %1</translation>
    </message>
    <message>
        <source>the token in %1</source>
        <translation>%1 中的令牌</translation>
    </message>
    <message>
        <source>the password of %1</source>
        <translation>%1 的密码</translation>
    </message>
    <message>
        <source>a bearer token</source>
        <translation>持有者令牌</translation>
    </message>
    <message>
        <source>as nobody</source>
        <translation>匿名</translation>
    </message>
    <message>
        <source>by %1</source>
        <comment>ways of signing in</comment>
        <translation>通过 %1</translation>
    </message>
    <message>
        <source>%1, acting as %2</source>
        <translation>%1，以 %2 的身份</translation>
    </message>
    <message>
        <source>the id-token of %1</source>
        <translation>%1 的 id-token</translation>
    </message>
    <message>
        <source>Not served: %1.</source>
        <translation>未提供：%1。</translation>
    </message>
    <message>
        <source>allowed</source>
        <translation>允许</translation>
    </message>
    <message>
        <source>cannot be watched</source>
        <translation>无法监视</translation>
    </message>
    <message>
        <source>allowed in the context&apos;s namespace</source>
        <translation>在上下文的命名空间中允许</translation>
    </message>
    <message>
        <source>denied</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>not served</source>
        <translation>未提供</translation>
    </message>
    <message>
        <source>down</source>
        <translation>不可用</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a kind, whether it may be seen</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>all of %1</source>
        <comment>a group of kinds</comment>
        <translation>%1 的全部</translation>
    </message>
</context>
<context>
    <name>Timeline</name>
    <message>
        <source>Deploy</source>
        <comment>short for Deployment</comment>
        <translation>Deploy</translation>
    </message>
    <message>
        <source>RS</source>
        <comment>short for ReplicaSet</comment>
        <translation>RS</translation>
    </message>
    <message>
        <source>Stateful</source>
        <comment>short for StatefulSet</comment>
        <translation>Stateful</translation>
    </message>
    <message>
        <source>Daemon</source>
        <comment>short for DaemonSet</comment>
        <translation>Daemon</translation>
    </message>
    <message>
        <source>density</source>
        <translation>密度</translation>
    </message>
    <message>
        <source>by %1</source>
        <translation>由 %1</translation>
    </message>
    <message numerus="yes">
        <source>and %n more here: zoom in</source>
        <translation>
            <numerusform>此处还有 %n 项：放大查看</numerusform>
        </translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Normal</source>
        <translation>普通</translation>
    </message>
    <message numerus="yes">
        <source>%n times</source>
        <translation>
            <numerusform>%n 次</numerusform>
        </translation>
    </message>
    <message>
        <source>Exists</source>
        <translation>存在</translation>
    </message>
    <message>
        <source>its deletion was not seen</source>
        <translation>未观察到其消失的时间</translation>
    </message>
    <message>
        <source>Created %1, not watched before %2</source>
        <translation>创建于 %1，%2 之前未监视</translation>
    </message>
    <message>
        <source>Click to show it in the stream.</source>
        <translation>单击可在事件流中查看。</translation>
    </message>
    <message>
        <source>Not watched from %1 to %2: what happened in between is unknown.</source>
        <translation>%1 至 %2 未监视：其间发生了什么不得而知。</translation>
    </message>
    <message>
        <source>not watched for %1</source>
        <translation>未监视 %1</translation>
    </message>
    <message>
        <source>of which not seen: %1</source>
        <translation>其中未见：%1</translation>
    </message>
    <message>
        <source>of which in doubt: %1 (quiet until the stream broke)</source>
        <translation>其中存疑：%1（流中断前没有消息）</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>not seen 3.2 s</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 %2, rv %3–%4</source>
        <comment>not seen 3.2 s, rv 8–9</comment>
        <translation>%1 %2，rv %3–%4</translation>
    </message>
    <message>
        <source>%1: this is the last known state</source>
        <comment>Stale since 10:02:08</comment>
        <translation>%1：这是最后已知的状态</translation>
    </message>
</context>
<context>
    <name>Verdict</name>
    <message>
        <source>, </source>
        <comment>between names</comment>
        <translation>、</translation>
    </message>
    <message numerus="yes">
        <source>Not certain: %1 own(s) this field, but no managedFields entry was updated. A write that only changes values or removes fields may leave no trace on this server.</source>
        <translation>
            <numerusform>不确定：%1 拥有此字段，但 managedFields 中没有条目变动。在此服务器上，只改值或只删字段的写入可能不留痕迹。</numerusform>
        </translation>
    </message>
    <message>
        <source>Not certain: %1 wrote this revision, but does not own this field. Defaulting or admission may have changed it.</source>
        <translation>不确定：%1 写了此修订，但不拥有此字段。可能是默认值填充或准入控制改的。</translation>
    </message>
    <message>
        <source>Not certain: several managers have written between these two revisions.</source>
        <translation>不确定：这两个修订之间有多个管理者写入过。</translation>
    </message>
    <message>
        <source>Not certain: managedFields itself was rewritten, or the servers&apos; clocks disagree.</source>
        <translation>不确定：managedFields 本身被改写过，或各服务器的时钟不一致。</translation>
    </message>
    <message>
        <source>Not certain: revisions between these two were not seen.</source>
        <translation>不确定：这两个修订之间还有未看到的修订。</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>an operation of a subresource</comment>
        <translation>%2 的 %1</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>an operation and its time</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>a manager and what it did</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Written by %1.</source>
        <translation>由 %1 写入。</translation>
    </message>
    <message>
        <source>Maintained by the server itself, whoever made the request.</source>
        <translation>由服务器自行维护，与谁请求无关。</translation>
    </message>
    <message>
        <source>Unknown: nobody owns this field, and no managedFields entry was updated.</source>
        <translation>未知：无人拥有此字段，managedFields 中也没有条目变动。</translation>
    </message>
    <message>
        <source>Unknown: this object has no managedFields.</source>
        <translation>未知：此对象没有 managedFields。</translation>
    </message>
</context>
<context>
    <name>Watches</name>
    <message>
        <source>%1 of about %2 objects</source>
        <translation>%1 / 约 %2 个对象</translation>
    </message>
    <message>
        <source>%1 objects so far</source>
        <translation>已列出 %1 个对象</translation>
    </message>
    <message>
        <source>%1 per second.</source>
        <translation>每秒 %1 个。</translation>
    </message>
    <message>
        <source>Live, quiet</source>
        <translation>实时，静默</translation>
    </message>
    <message>
        <source>cluster</source>
        <translation>集群级</translation>
    </message>
    <message>
        <source>all namespaces</source>
        <translation>所有命名空间</translation>
    </message>
    <message>
        <source>bookmark %1</source>
        <translation>书签 %1</translation>
    </message>
    <message>
        <source>look %1</source>
        <comment>so long ago</comment>
        <translation>查看 %1</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <comment>pods in a namespace</comment>
        <translation>%1，位于 %2</translation>
    </message>
    <message>
        <source>list %1</source>
        <comment>so long ago</comment>
        <translation>列表 %1</translation>
    </message>
</context>
<context>
    <name>wk::AboutDialog</name>
    <message>
        <source>About Watchkeeper</source>
        <translation>关于 Watchkeeper</translation>
    </message>
    <message>
        <source>Watchkeeper %1</source>
        <comment>program and version</comment>
        <translation>Watchkeeper %1</translation>
    </message>
    <message>
        <source>Shows what happens in a Kubernetes cluster, live. It only ever reads.</source>
        <translation>实时显示 Kubernetes 集群中发生的事情。始终只读。</translation>
    </message>
    <message>
        <source>Free software under the GNU General Public License, version 3 or later, without any warranty.</source>
        <translation>自由软件，遵循 GNU 通用公共许可证第 3 版或更高版本，不作任何担保。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Version and libraries</source>
        <translation>版本和库</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
</context>
<context>
    <name>wk::Banner</name>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Close this note</source>
        <translation>关闭此提示</translation>
    </message>
</context>
<context>
    <name>wk::ChangesPage</name>
    <message>
        <source>Nothing is selected.</source>
        <translation>未选中任何对象。</translation>
    </message>
    <message>
        <source>No revision of this object is kept.</source>
        <translation>没有保留此对象的修订。</translation>
    </message>
    <message>
        <source>Only the object&apos;s version and the ownership of its fields differ.</source>
        <translation>除对象的版本和字段归属外没有差异。</translation>
    </message>
    <message>
        <source>The content of this object is never fetched; only its name, labels and times are known.</source>
        <translation>从不获取该对象的内容；仅知道其名称、标签和时间。</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <comment>two revisions</comment>
        <translation>%1 → %2</translation>
    </message>
    <message numerus="yes">
        <source>%n routine</source>
        <comment>revisions that only say that somebody is still there</comment>
        <translation>
            <numerusform>%n 条例行</numerusform>
        </translation>
    </message>
    <message>
        <source>Revisions of the object, newest first</source>
        <translation>对象的修订，最新在前</translation>
    </message>
    <message>
        <source>What differs between two revisions</source>
        <translation>两个修订的差异</translation>
    </message>
    <message>
        <source>Older revision</source>
        <translation>较早的修订</translation>
    </message>
    <message>
        <source>Older revision ([)</source>
        <translation>较早的修订（[）</translation>
    </message>
    <message>
        <source>Newer revision</source>
        <translation>较新的修订</translation>
    </message>
    <message>
        <source>Newer revision (])</source>
        <translation>较新的修订（]）</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>并排</translation>
    </message>
    <message>
        <source>Show revisions that only renew a time or change field ownership</source>
        <translation>显示只更新时间或只变动字段归属的修订</translation>
    </message>
    <message>
        <source>No revision of this object from before %1 is kept.</source>
        <translation>没有保留该对象在 %1 之前的修订。</translation>
    </message>
    <message>
        <source>The object did not exist yet at %1.</source>
        <translation>该对象在 %1 时尚不存在。</translation>
    </message>
    <message>
        <source>Compare with the revision before</source>
        <translation>与前一修订比较</translation>
    </message>
    <message>
        <source>Compare with revision %1</source>
        <translation>与修订 %1 比较</translation>
    </message>
    <message>
        <source>Show the cluster as of this change</source>
        <translation>显示集群在此变更时的状态</translation>
    </message>
    <message>
        <source>Copy the resourceVersion</source>
        <translation>复制 resourceVersion</translation>
    </message>
    <message>
        <source>The object was deleted. Its last state is the one before.</source>
        <translation>对象已删除。最后的状态是前一修订。</translation>
    </message>
    <message>
        <source>The object is gone. Its last state is under YAML.</source>
        <translation>该对象已不存在。其最后状态见 YAML。</translation>
    </message>
</context>
<context>
    <name>wk::ChartsView</name>
    <message>
        <source>Nothing is watched yet. Each watch gets a line here as soon as it has listed.</source>
        <translation>尚未监视任何资源。每个监视列出完成后，会在此显示一条线。</translation>
    </message>
    <message>
        <source>Charts</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>newest version %1</source>
        <translation>最新版本 %1</translation>
    </message>
    <message>
        <source>The charts go back three hours; %1 is before that. The stream and the tables may know more.</source>
        <translation>图表只回溯三小时，%1 更早。事件流和表格可能知道得更多。</translation>
    </message>
    <message>
        <source>Nothing was watched before %1.</source>
        <translation>%1 之前没有监视任何内容。</translation>
    </message>
    <message>
        <source>newest version %1 at %2</source>
        <translation>%2 时的最新版本 %1</translation>
    </message>
</context>
<context>
    <name>wk::ClusterDialogs</name>
    <message>
        <source>Open a kubeconfig</source>
        <translation>打开 kubeconfig</translation>
    </message>
    <message>
        <source>Open a folder of kubeconfigs</source>
        <translation>打开 kubeconfig 文件夹</translation>
    </message>
</context>
<context>
    <name>wk::ClusterPopup</name>
    <message>
        <source>Find a cluster</source>
        <translation>查找集群</translation>
    </message>
    <message>
        <source>Clusters</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>%1, which the kubeconfig calls %2</source>
        <translation>%1，在 kubeconfig 中名为 %2</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>Name…</source>
        <translation>名称…</translation>
    </message>
    <message>
        <source>Name a cluster</source>
        <translation>命名集群</translation>
    </message>
    <message>
        <source>What this window calls it, instead of the name in the kubeconfig:</source>
        <translation>此窗口中的名称，取代 kubeconfig 中的名称：</translation>
    </message>
    <message>
        <source>Details and test…</source>
        <translation>详情与测试…</translation>
    </message>
    <message>
        <source>%1 as %2</source>
        <comment>a cluster, a user</comment>
        <translation>%1（身份：%2）</translation>
    </message>
    <message>
        <source>Tick several to see them together. Right-click one to give it a colour and a name.</source>
        <translation>勾选多个即可一起查看。右键单击其中一个，可为它设置颜色和名称。</translation>
    </message>
    <message numerus="yes">
        <source>Show %n cluster(s)</source>
        <translation>
            <numerusform>显示 %n 个集群</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>wk::CodeView</name>
    <message numerus="yes">
        <source>%n more lines are not shown.</source>
        <translation>
            <numerusform>还有 %n 行未显示。</numerusform>
        </translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>全选</translation>
    </message>
    <message>
        <source>Find…</source>
        <translation>查找…</translation>
    </message>
</context>
<context>
    <name>wk::ColumnLayout</name>
    <message>
        <source>Labels as columns</source>
        <translation>标签列</translation>
    </message>
    <message>
        <source>Fit all columns</source>
        <translation>所有列适应内容</translation>
    </message>
    <message>
        <source>Reset columns</source>
        <translation>恢复默认列</translation>
    </message>
</context>
<context>
    <name>wk::ConnectDialog</name>
    <message>
        <source>Connect to a cluster</source>
        <translation>连接到集群</translation>
    </message>
    <message>
        <source>Clusters</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>Open a kubeconfig…</source>
        <translation>打开 kubeconfig…</translation>
    </message>
    <message>
        <source>Connect to etcd…</source>
        <translation>连接到 etcd…</translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation>复制报告</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Watchkeeper only reads: GET and nothing else. Secrets come without contents.</source>
        <translation>Watchkeeper 只读取：只发送 GET。Secret 不含内容。</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>User</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>Signs in</source>
        <translation>登录方式</translation>
    </message>
    <message>
        <source>Namespace</source>
        <translation>命名空间</translation>
    </message>
    <message>
        <source>From</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Each kind</source>
        <translation>每种资源</translation>
    </message>
    <message>
        <source>Certificate</source>
        <translation>证书</translation>
    </message>
    <message>
        <source>Not checked (insecure-skip-tls-verify)</source>
        <translation>不检查（insecure-skip-tls-verify）</translation>
    </message>
</context>
<context>
    <name>wk::DiagnosticsDialog</name>
    <message>
        <source>Diagnostics</source>
        <translation>诊断信息</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>查到的内容</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>正在查找…</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>wk::DiffCopy</name>
    <message>
        <source>Copy as unified diff</source>
        <translation>复制为统一差异格式</translation>
    </message>
    <message>
        <source>Copy as JSON Patch</source>
        <translation>复制为 JSON Patch</translation>
    </message>
</context>
<context>
    <name>wk::DockTitle</name>
    <message>
        <source>Hide %1</source>
        <translation>隐藏 %1</translation>
    </message>
</context>
<context>
    <name>wk::EtcdDialog</name>
    <message>
        <source>Connect to etcd</source>
        <translation>连接到 etcd</translation>
    </message>
    <message>
        <source>&amp;Members</source>
        <translation>成员(&amp;M)</translation>
    </message>
    <message>
        <source>https://10.0.0.1:2379, with commas between</source>
        <translation>https://10.0.0.1:2379，以逗号分隔</translation>
    </message>
    <message>
        <source>Keys that &amp;begin with</source>
        <translation>键的前缀(&amp;B)</translation>
    </message>
    <message>
        <source>all keys</source>
        <translation>所有键</translation>
    </message>
    <message>
        <source>&amp;User</source>
        <translation>用户(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Password</source>
        <translation>密码(&amp;P)</translation>
    </message>
    <message>
        <source>C&amp;A certificates</source>
        <translation>CA 证书(&amp;A)</translation>
    </message>
    <message>
        <source>Client c&amp;ertificate</source>
        <translation>客户端证书(&amp;E)</translation>
    </message>
    <message>
        <source>etcd&apos;s gateway takes one without a CN</source>
        <translation>etcd 的网关只接受不含 CN 的证书</translation>
    </message>
    <message>
        <source>Its &amp;key</source>
        <translation>其私钥(&amp;K)</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Do not check who &amp;answers</source>
        <translation>不检查应答者的身份(&amp;A)</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>wk::EventDetail</name>
    <message>
        <source>Choose an event to see what it changed and the line that brought it.</source>
        <translation>选择一个事件，查看它的变更及其原始行。</translation>
    </message>
    <message>
        <source>The content of this object is never fetched; only its name, labels and times are known.</source>
        <translation>从不获取该对象的内容；仅知道其名称、标签和时间。</translation>
    </message>
    <message>
        <source>The line was not kept.</source>
        <translation>该行未保留。</translation>
    </message>
    <message>
        <source>Only the object&apos;s version differs.</source>
        <translation>除对象版本外没有差异。</translation>
    </message>
    <message>
        <source>The object is gone. Its last state is under YAML.</source>
        <translation>该对象已不存在。其最后状态见 YAML。</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>arrived %1</source>
        <translation>到达于 %1</translation>
    </message>
    <message>
        <source>Diff against previous</source>
        <translation>与上一修订的差异</translation>
    </message>
    <message>
        <source>YAML</source>
        <translation>YAML</translation>
    </message>
    <message>
        <source>What the event changed</source>
        <translation>事件的变更</translation>
    </message>
    <message>
        <source>Raw watch line</source>
        <translation>原始监视行</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>What the server sent</source>
        <translation>服务器发送的内容</translation>
    </message>
    <message>
        <source>Diff against the previous revision</source>
        <translation>与上一修订的差异</translation>
    </message>
    <message>
        <source>YAML of the object</source>
        <translation>对象的 YAML</translation>
    </message>
    <message>
        <source>Bytes of the watch line</source>
        <translation>监视行的字节</translation>
    </message>
    <message>
        <source>The object was deleted, unchanged since it was last seen. Its last state is under YAML.</source>
        <translation>对象已删除，删除时与最后所见状态一致：最后状态见 YAML。</translation>
    </message>
    <message>
        <source>This is not about one object, so there is nothing to compare.</source>
        <translation>它不针对单个对象，没有可比较的内容。</translation>
    </message>
    <message>
        <source>The server sent no watch line for this.</source>
        <translation>服务器没有发送表示它的监视行。</translation>
    </message>
    <message>
        <source>No differences: the list agrees with what another watch last reported.</source>
        <translation>没有差异：列表看到的它与另一个监视最后告知的相同。</translation>
    </message>
</context>
<context>
    <name>wk::ExportDialog</name>
    <message>
        <source>Export what is shown</source>
        <translation>导出显示的内容</translation>
    </message>
    <message>
        <source>Watch lines, as kubectl prints them (*.jsonl)</source>
        <translation>监视行，与 kubectl 输出一致 (*.jsonl)</translation>
    </message>
    <message>
        <source>Spreadsheet (*.csv)</source>
        <translation>电子表格 (*.csv)</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message numerus="yes">
        <source>%1 written from %n rows.</source>
        <translation>
            <numerusform>已将 %n 行写出，共 %1。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n could not be read and were left out.</source>
        <translation>
            <numerusform>有 %n 个无法读取，已略过。</numerusform>
        </translation>
    </message>
    <message>
        <source>Collecting the rows…</source>
        <translation>正在收集各行…</translation>
    </message>
    <message>
        <source>%1 of %2 rows, %3</source>
        <translation>%1 / %2 行，%3</translation>
    </message>
    <message>
        <source>Open the folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message numerus="yes">
        <source>%n about the watches themselves, such as LIST, have no watch line; a spreadsheet has them.</source>
        <translation>
            <numerusform>另有 %n 行说的是监视本身（如 LIST），监视行格式无法表达；导出为表格文件则包含它们。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>wk::FacetModel</name>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>资源类型</translation>
    </message>
    <message>
        <source>Namespace</source>
        <translation>命名空间</translation>
    </message>
    <message>
        <source>Manager</source>
        <translation>字段管理器</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>类别</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n events</source>
        <translation>
            <numerusform>%1，%n 个事件</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, only these</source>
        <translation>%1，仅显示</translation>
    </message>
    <message>
        <source>%1, not these</source>
        <translation>%1，排除</translation>
    </message>
    <message>
        <source>? in doubt</source>
        <comment>who wrote an update</comment>
        <translation>? 存疑</translation>
    </message>
    <message>
        <source>server</source>
        <comment>who wrote an update</comment>
        <translation>服务器</translation>
    </message>
    <message>
        <source>nobody known</source>
        <comment>who wrote an update</comment>
        <translation>无从得知</translation>
    </message>
    <message>
        <source>Updates that no field manager accounts for: of what the server keeps itself.</source>
        <translation>没有字段管理器表明由其写入的更新：服务器自身维护的内容。</translation>
    </message>
    <message>
        <source>Updates that no field manager accounts for: nobody owns what changed.</source>
        <translation>没有字段管理器表明由其写入的更新：更改的内容没有所有者。</translation>
    </message>
    <message numerus="yes">
        <source>%n of these are likely, not certain: it owns what changed, but no managedFields entry was updated.</source>
        <translation>
            <numerusform>其中 %n 个只是可能，并不确定：它拥有更改的内容，但没有任何 managedFields 条目被更新。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %n of them likely</source>
        <translation>
            <numerusform>%1，其中 %n 个只是可能</numerusform>
        </translation>
    </message>
    <message>
        <source>Updates that no field manager accounts for. WHO shows, after a question mark, who it may have been.</source>
        <translation>没有字段管理器表明由其写入的更新。“写入者”一列在问号后列出可能的写入者。</translation>
    </message>
    <message>
        <source>Click: no longer ask for this. Shift+click: not this.</source>
        <translation>单击：不再要求此项。Shift+单击：排除此项。</translation>
    </message>
    <message>
        <source>Click: only this. Ctrl+click: this too. Shift+click: no longer leave this out.</source>
        <translation>单击：仅此项。Ctrl+单击：也包括此项。Shift+单击：不再排除此项。</translation>
    </message>
    <message>
        <source>Click: only this. Ctrl+click: this too. Shift+click: not this.</source>
        <translation>单击：仅此项。Ctrl+单击：也包括此项。Shift+单击：排除此项。</translation>
    </message>
    <message>
        <source>Click: only this. Ctrl+click: no longer ask for this. Shift+click: not this.</source>
        <translation>单击：仅此项。Ctrl+单击：不再要求此项。Shift+单击：排除此项。</translation>
    </message>
    <message>
        <source>Objects that were there when watching began. Nobody saw them come.</source>
        <translation>监视开始时已经存在的对象，其出现未被看到。</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n objects</source>
        <translation>
            <numerusform>%1，%n 个对象</numerusform>
        </translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>集群</translation>
    </message>
</context>
<context>
    <name>wk::FacetPanel</name>
    <message>
        <source>Facets of the stream</source>
        <translation>事件流的分面</translation>
    </message>
    <message>
        <source>Only this</source>
        <translation>仅此项</translation>
    </message>
    <message>
        <source>Not this</source>
        <translation>排除此项</translation>
    </message>
    <message>
        <source>This too</source>
        <translation>也包括此项</translation>
    </message>
    <message>
        <source>Clear this choice</source>
        <translation>清除此选择</translation>
    </message>
</context>
<context>
    <name>wk::FactsModel</name>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>expanded</source>
        <translation>已展开</translation>
    </message>
    <message>
        <source>collapsed</source>
        <translation>已折叠</translation>
    </message>
</context>
<context>
    <name>wk::FactsView</name>
    <message>
        <source>Select</source>
        <translation>选择</translation>
    </message>
    <message>
        <source>Only this</source>
        <translation>仅此项</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
</context>
<context>
    <name>wk::FilterBox</name>
    <message>
        <source>Filter</source>
        <translation>过滤</translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation>清除过滤</translation>
    </message>
    <message>
        <source>Filter, for example kind:Pod ns:web phase != Running</source>
        <translation>过滤，例如 kind:Pod ns:web phase != Running</translation>
    </message>
    <message>
        <source>still showing all</source>
        <translation>仍显示全部</translation>
    </message>
    <message>
        <source>still showing %1</source>
        <comment>the filter whose result is shown</comment>
        <translation>仍显示 %1 的结果</translation>
    </message>
    <message>
        <source>What is shown. Words are searched for in names, namespaces and cells; field:value asks one field, field == value matches exactly; restarts &gt; 3, size &gt; 5kB and age &lt; 10m compare; not, and, or and ( ) combine them. / moves here, Esc clears it.</source>
        <translation>显示哪些内容。词语会在名称、命名空间和单元格中查找；field:value 查询一个字段，field == value 要求完全一致；restarts &gt; 3、size &gt; 5kB 和 age &lt; 10m 进行比较；not、and、or 和 ( ) 用来组合。按 / 跳到这里，按 Esc 清空。</translation>
    </message>
</context>
<context>
    <name>wk::FilterChips</name>
    <message>
        <source>Remove %1</source>
        <translation>移除 %1</translation>
    </message>
</context>
<context>
    <name>wk::FilterPopup</name>
    <message>
        <source>What the filter can ask for</source>
        <translation>过滤条件可用的内容</translation>
    </message>
    <message>
        <source>Fields</source>
        <translation>字段</translation>
    </message>
    <message>
        <source>Labels seen</source>
        <translation>出现过的标签</translation>
    </message>
    <message>
        <source>Seen as %1, and how often</source>
        <translation>%1 出现过的值及次数</translation>
    </message>
    <message>
        <source>Tab inserts, ↑ ↓ choose, Esc closes</source>
        <translation>Tab 插入，↑ ↓ 选择，Esc 关闭</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
</context>
<context>
    <name>wk::FilterRow</name>
    <message>
        <source>How much is shown</source>
        <translation>显示的数量</translation>
    </message>
    <message>
        <source>Show all time again (Esc)</source>
        <translation>重新显示全部时间（Esc）</translation>
    </message>
    <message>
        <source>Not filtered: the filter applies to tables, the stream and the timeline</source>
        <translation>未过滤：过滤只用于表格、事件流和时间线</translation>
    </message>
    <message>
        <source>Time range %1</source>
        <translation>时间范围 %1</translation>
    </message>
    <message>
        <source>Not narrowed in time: the range applies to the stream, the timeline and the charts</source>
        <translation>未按时间过滤：时间范围只用于事件流、时间线和图表</translation>
    </message>
</context>
<context>
    <name>wk::FindBar</name>
    <message>
        <source>Not found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>Text to find</source>
        <translation>要查找的文本</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>上一处</translation>
    </message>
    <message>
        <source>Previous match (Shift+Enter)</source>
        <translation>上一处 (Shift+Enter)</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>下一处</translation>
    </message>
    <message>
        <source>Next match (Enter)</source>
        <translation>下一处 (Enter)</translation>
    </message>
    <message>
        <source>Close the search</source>
        <translation>关闭查找</translation>
    </message>
    <message>
        <source>Close the search (Esc)</source>
        <translation>关闭查找 (Esc)</translation>
    </message>
    <message numerus="yes">
        <source>%n found</source>
        <translation>
            <numerusform>找到 %n 处</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>wk::HelpDialog</name>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>The embedded server and etcd</source>
        <translation>内嵌服务器与 etcd</translation>
    </message>
    <message>
        <source>The files of a history</source>
        <translation>历史文件的格式</translation>
    </message>
    <message>
        <source>What this program can send</source>
        <translation>本程序能发送什么</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>限制</translation>
    </message>
</context>
<context>
    <name>wk::HistoryControl</name>
    <message>
        <source>What is seen of a cluster is kept in %1, and is still there tomorrow. To keep it in memory only: ☰ › History kept.</source>
        <translation>在此集群中看到的内容保存在 %1 中，明天仍可查看。若只想保存在内存中：☰ › 历史保留。</translation>
    </message>
    <message>
        <source>Nothing more is written from now on. What was kept before stays there until you delete it.</source>
        <translation>从现在起不再写入。之前保存的内容会一直保留，直到您将其删除。</translation>
    </message>
    <message>
        <source>This holds from the next start on.</source>
        <translation>下次启动后生效。</translation>
    </message>
    <message>
        <source>Not all of it could be deleted: %1</source>
        <translation>未能全部删除：%1</translation>
    </message>
    <message>
        <source>Deleted, but for what other programs write now.</source>
        <translation>已删除，但其他程序正在写入的内容除外。</translation>
    </message>
    <message>
        <source>Deleted. The history is kept again from the next start on.</source>
        <translation>已删除。下次启动后将重新保存历史。</translation>
    </message>
    <message>
        <source>The history is not kept across restarts: %1 (%2)</source>
        <comment>why, a directory</comment>
        <translation>历史未能跨重启保留：%1（%2）</translation>
    </message>
</context>
<context>
    <name>wk::HistoryMenu</name>
    <message>
        <source>History kept</source>
        <translation>历史保留</translation>
    </message>
    <message>
        <source>In memory at most</source>
        <translation>内存占用上限</translation>
    </message>
    <message>
        <source>For</source>
        <translation>保留时长</translation>
    </message>
    <message>
        <source>As long as there is room</source>
        <translation>空间允许时一直保留</translation>
    </message>
    <message numerus="yes">
        <source>%n day(s)</source>
        <translation>
            <numerusform>%n 天</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hour(s)</source>
        <translation>
            <numerusform>%n 小时</numerusform>
        </translation>
    </message>
    <message>
        <source>On disk in addition</source>
        <translation>另外存到磁盘</translation>
    </message>
    <message>
        <source>%1 on the disk</source>
        <translation>磁盘 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n event(s)</source>
        <translation>
            <numerusform>%n 个事件</numerusform>
        </translation>
    </message>
    <message>
        <source>Now: %1</source>
        <comment>how much is kept</comment>
        <translation>现有：%1</translation>
    </message>
    <message>
        <source>Now: %1, %2 since %3</source>
        <comment>events, bytes, a time</comment>
        <translation>现有：%1，%2，自 %3 起</translation>
    </message>
    <message>
        <source>Kept</source>
        <translation>保留范围</translation>
    </message>
    <message>
        <source>Across restarts</source>
        <translation>重启后仍保留</translation>
    </message>
    <message>
        <source>While Watchkeeper runs</source>
        <translation>仅在 Watchkeeper 运行期间</translation>
    </message>
    <message>
        <source>In memory only</source>
        <translation>仅在内存中</translation>
    </message>
    <message>
        <source>Delete what is kept…</source>
        <translation>删除已保留的历史…</translation>
    </message>
    <message>
        <source>Nothing yet</source>
        <comment>how much is kept</comment>
        <translation>尚无内容</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <comment>bytes, a directory</comment>
        <translation>%1，位于 %2</translation>
    </message>
    <message>
        <source>Delete the history</source>
        <translation>删除历史</translation>
    </message>
    <message>
        <source>Delete the history of all clusters, %1?</source>
        <comment>bytes</comment>
        <translation>要删除所有集群的历史（%1）吗？</translation>
    </message>
    <message>
        <source>What lies in %1 goes for good. What another running Watchkeeper writes stays there; windows keep what they show.</source>
        <comment>a directory</comment>
        <translation>%1 中的内容将被永久删除。其他正在运行的 Watchkeeper 所写的内容会保留；窗口中已显示的内容也不受影响。</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>%1 (from the next start on)</source>
        <comment>a choice</comment>
        <translation>%1（自下次启动起）</translation>
    </message>
    <message>
        <source>Not across restarts: %1</source>
        <comment>why</comment>
        <translation>无法跨重启保留：%1</translation>
    </message>
</context>
<context>
    <name>wk::Inspector</name>
    <message>
        <source>Nothing is selected. Choose an object in a table, in the stream or in the timeline.</source>
        <translation>未选中任何对象。请在表格、事件流或时间线中选择一个对象。</translation>
    </message>
    <message>
        <source>%1 are not being watched, so nothing is known about this object.</source>
        <translation>未监视 %1，因此对该对象一无所知。</translation>
    </message>
    <message>
        <source>There is no such object.</source>
        <translation>没有该对象。</translation>
    </message>
    <message>
        <source>The list is being loaded.</source>
        <translation>正在加载列表。</translation>
    </message>
    <message>
        <source>The content of this object is never fetched; only its name, labels and times are known.</source>
        <translation>从不获取该对象的内容；仅知道其名称、标签和时间。</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1，位于 %2</translation>
    </message>
    <message>
        <source>rv %1</source>
        <translation>rv %1</translation>
    </message>
    <message>
        <source>Deleted at %1; this is its last state.</source>
        <translation>已于 %1 删除；此为其最后状态。</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>摘要</translation>
    </message>
    <message>
        <source>YAML</source>
        <translation>YAML</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Pages of the inspector</source>
        <translation>检查器的页面</translation>
    </message>
    <message>
        <source>Summary of the object</source>
        <translation>对象摘要</translation>
    </message>
    <message>
        <source>Events of the object</source>
        <translation>对象的事件</translation>
    </message>
    <message>
        <source>The namespace “%1” is not selected, so nothing is known about this object now.</source>
        <translation>命名空间“%1”未被选中，因此目前对该对象一无所知。</translation>
    </message>
    <message>
        <source>Life</source>
        <translation>生命周期</translation>
    </message>
    <message>
        <source>Life of the object</source>
        <translation>对象的生命周期</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>变更</translation>
    </message>
    <message>
        <source>There was no such object at %1.</source>
        <translation>%1 时没有这个对象。</translation>
    </message>
    <message>
        <source>As of %1</source>
        <translation>截至 %1</translation>
    </message>
    <message>
        <source>Not kept by the server since %1; this is its last state.</source>
        <translation>自 %1 起服务器不再保留；这是它的最后状态。</translation>
    </message>
    <message>
        <source>%1, so nothing is known about it at %2.</source>
        <comment>Pods were not watched before 13:58</comment>
        <translation>%1，因此不知道它在 %2 的状态。</translation>
    </message>
    <message>
        <source>No longer watched: Changes and Life still show what was seen.</source>
        <translation>已不再监视：“变更”和“生命周期”仍记有看到过的内容。</translation>
    </message>
    <message>
        <source>No such object was known at %1; what there was is not certain.</source>
        <translation>%1 时未发现此对象，但当时的实际情况无法确定。</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>Pod in web, a cluster</comment>
        <translation>%1 · %2</translation>
    </message>
</context>
<context>
    <name>wk::InspectorHeader</name>
    <message>
        <source>Inspected object</source>
        <translation>正在检查的对象</translation>
    </message>
    <message>
        <source>Copy the name</source>
        <translation>复制名称</translation>
    </message>
</context>
<context>
    <name>wk::LifePage</name>
    <message>
        <source>Nothing is selected.</source>
        <translation>未选中任何对象。</translation>
    </message>
    <message>
        <source>Nothing has been seen of this object.</source>
        <translation>没有看到过该对象。</translation>
    </message>
    <message>
        <source>Nothing of this object had been seen by %1.</source>
        <translation>截至 %1 还没有看到过该对象。</translation>
    </message>
    <message>
        <source>Kubernetes Events are not being watched.</source>
        <translation>未监视 Kubernetes 事件。</translation>
    </message>
</context>
<context>
    <name>wk::MainWindow</name>
    <message>
        <source>Watchkeeper</source>
        <translation>Watchkeeper</translation>
    </message>
    <message>
        <source>Views</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>Navigator</source>
        <translation>导航</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
    <message>
        <source>Time strip</source>
        <translation>时间条</translation>
    </message>
    <message>
        <source>Panels</source>
        <translation>面板</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>配色</translation>
    </message>
    <message>
        <source>Follow the desktop</source>
        <translation>跟随桌面</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>%1 – Watchkeeper</source>
        <translation>%1 – Watchkeeper</translation>
    </message>
    <message>
        <source>Certificate checks are off for this cluster: someone else may be answering.</source>
        <translation>该集群已关闭证书校验：响应者可能不是真正的服务器。</translation>
    </message>
    <message numerus="yes">
        <source>%n selected</source>
        <translation>
            <numerusform>已选中 %n 项</numerusform>
        </translation>
    </message>
    <message>
        <source>About Watchkeeper</source>
        <translation>关于 Watchkeeper</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>As of %1 – %2</source>
        <comment>a time, the title</comment>
        <translation>截至 %1 – %2</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>Certificate checks are off for %1: someone else may be answering.</source>
        <translation>已对 %1 关闭证书检查：应答者可能另有其人。</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>a cluster, a watch</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Diagnostics</source>
        <translation>诊断信息</translation>
    </message>
</context>
<context>
    <name>wk::MarkLegend</name>
    <message>
        <source>added</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>modified</source>
        <translation>修改</translation>
    </message>
    <message>
        <source>deleted</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>bookmark</source>
        <translation>书签</translation>
    </message>
    <message>
        <source>error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>list</source>
        <translation>列出</translation>
    </message>
    <message>
        <source>relist</source>
        <translation>重新列出</translation>
    </message>
    <message>
        <source>reconnect</source>
        <translation>重连</translation>
    </message>
    <message>
        <source>Legend: %1</source>
        <translation>图例：%1</translation>
    </message>
    <message>
        <source>inferred</source>
        <translation>推断</translation>
    </message>
</context>
<context>
    <name>wk::NamespaceOffer</name>
    <message>
        <source>You may not list the pods of all namespaces, so this shows “%1”, the one your context names. You can choose others above.</source>
        <translation>您无权列出所有命名空间的 Pod，因此这里显示您的上下文指定的“%1”。可以在上方选择其他命名空间。</translation>
    </message>
    <message>
        <source>You may not list the pods of all namespaces, so this shows “%1”, which you have entered before. You can choose others above.</source>
        <translation>您无权列出所有命名空间的 Pod，因此这里显示您以前输入过的“%1”。可以在上方选择其他命名空间。</translation>
    </message>
</context>
<context>
    <name>wk::NamespacePopup</name>
    <message>
        <source>Namespace</source>
        <translation>命名空间</translation>
    </message>
    <message>
        <source>Find or enter a namespace</source>
        <translation>查找或输入命名空间</translation>
    </message>
    <message>
        <source>Namespaces</source>
        <translation>命名空间</translation>
    </message>
    <message>
        <source>All namespaces</source>
        <translation>所有命名空间</translation>
    </message>
</context>
<context>
    <name>wk::Navigator</name>
    <message>
        <source>Find a kind</source>
        <translation>查找资源类型</translation>
    </message>
    <message>
        <source>Kinds of objects</source>
        <translation>资源类型</translation>
    </message>
    <message>
        <source>Show its table</source>
        <translation>显示其表格</translation>
    </message>
    <message>
        <source>Remove from favourites</source>
        <translation>取消收藏</translation>
    </message>
    <message>
        <source>Add to favourites</source>
        <translation>加入收藏</translation>
    </message>
    <message>
        <source>No kind is called “%1”. A kind that was just added to the cluster appears within two minutes.</source>
        <translation>没有名为“%1”的资源类型。刚刚添加到集群的类型会在两分钟内被发现。</translation>
    </message>
    <message>
        <source>The kinds that the cluster serves will appear here.</source>
        <translation>集群提供的资源类型将显示在这里。</translation>
    </message>
    <message>
        <source>There is no cluster to show. %1</source>
        <translation>没有可显示的集群。%1</translation>
    </message>
    <message>
        <source>Retry now</source>
        <translation>立即重试</translation>
    </message>
    <message>
        <source>Look now</source>
        <translation>立即查看</translation>
    </message>
</context>
<context>
    <name>wk::NavigatorModel</name>
    <message>
        <source>%1, locked</source>
        <translation>%1，无权限</translation>
    </message>
    <message>
        <source>Watched: this is the current count.</source>
        <translation>监视中：数字为当前值。</translation>
    </message>
    <message>
        <source>Not watched: counted once a minute.</source>
        <translation>未监视：每分钟计数一次。</translation>
    </message>
    <message>
        <source>Not watched: counted before the connection was lost.</source>
        <translation>未监视：计数得自连接中断之前。</translation>
    </message>
    <message>
        <source>It was not being watched at the moment shown.</source>
        <translation>在所显示的时刻未监视它。</translation>
    </message>
    <message>
        <source>This is the count at the moment shown.</source>
        <translation>数字属于所显示的时刻。</translation>
    </message>
    <message>
        <source>Not watched, and not counted yet.</source>
        <translation>未监视，尚未计数。</translation>
    </message>
    <message>
        <source>Watched: this is the count when you paused.</source>
        <translation>监视中：数字为暂停时的值。</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>a kind, its version</comment>
        <translation>%1（%2）</translation>
    </message>
</context>
<context>
    <name>wk::NoticeBar</name>
    <message>
        <source>Notice</source>
        <translation>通知</translation>
    </message>
    <message>
        <source>Retry now</source>
        <translation>立即重试</translation>
    </message>
</context>
<context>
    <name>wk::NowChip</name>
    <message>
        <source>Back to now</source>
        <translation>回到现在</translation>
    </message>
    <message>
        <source>The view ends before now, because it was zoomed or moved. Double-clicking it leads back as well.</source>
        <translation>所示内容止于现在之前，因为曾缩放或移动。双击它也可返回。</translation>
    </message>
</context>
<context>
    <name>wk::OccurrencesPage</name>
    <message>
        <source>There are no Kubernetes Events about this object.</source>
        <translation>没有与该对象相关的 Kubernetes 事件。</translation>
    </message>
    <message>
        <source>Nothing is selected.</source>
        <translation>未选中任何对象。</translation>
    </message>
    <message>
        <source>Kubernetes Events are not being watched.</source>
        <translation>未监视 Kubernetes 事件。</translation>
    </message>
    <message numerus="yes">
        <source>There are %n more before these: the stream has every one.</source>
        <comment>Kubernetes Events</comment>
        <translation>
            <numerusform>此前还有 %n 个：事件流保有每一个。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>wk::OnlyChosenAction</name>
    <message>
        <source>Watch only these namespaces</source>
        <translation>只监视这些命名空间</translation>
    </message>
    <message>
        <source>Watch only these namespaces (choose some first)</source>
        <translation>只监视这些命名空间（请先选择）</translation>
    </message>
</context>
<context>
    <name>wk::PastBanner</name>
    <message>
        <source>Earlier event</source>
        <translation>较早的事件</translation>
    </message>
    <message>
        <source>Previous event that matches the filter (,)</source>
        <translation>到前一个符合过滤条件的事件（,）</translation>
    </message>
    <message>
        <source>Previous change (,)</source>
        <translation>到前一次变更（,）</translation>
    </message>
    <message>
        <source>Later event</source>
        <translation>较晚的事件</translation>
    </message>
    <message>
        <source>Next event that matches the filter (.)</source>
        <translation>到后一个符合过滤条件的事件（.）</translation>
    </message>
    <message>
        <source>Next change (.)</source>
        <translation>到后一次变更（.）</translation>
    </message>
    <message>
        <source>Go to a time</source>
        <translation>转到某一时刻</translation>
    </message>
    <message>
        <source>A time such as 13:58, 13:58:02.123 or 2026-11-21 13:58, or how long ago, such as 5m (Ctrl+J)</source>
        <translation>时刻，如 13:58、13:58:02.123 或 2026-11-21 13:58，或多久以前，如 5m（Ctrl+J）</translation>
    </message>
    <message>
        <source>13:58:02 or 5m ago</source>
        <translation>13:58:02 或 5m</translation>
    </message>
    <message>
        <source>Back to live</source>
        <translation>回到实时</translation>
    </message>
    <message>
        <source>Show what is now (Esc)</source>
        <translation>显示当前状态（Esc）</translation>
    </message>
    <message>
        <source>The past</source>
        <translation>过去</translation>
    </message>
    <message>
        <source>As of %1</source>
        <translation>截至 %1</translation>
    </message>
    <message>
        <source>Nothing changed before that.</source>
        <translation>此前没有变更。</translation>
    </message>
    <message>
        <source>No earlier event matches the filter.</source>
        <translation>没有更早的事件符合过滤条件。</translation>
    </message>
    <message>
        <source>Nothing has changed since.</source>
        <translation>此后没有变更。</translation>
    </message>
    <message>
        <source>No later event matches the filter.</source>
        <translation>没有更晚的事件符合过滤条件。</translation>
    </message>
    <message>
        <source>The history goes no further back.</source>
        <translation>历史记录到此为止，没有更早的内容。</translation>
    </message>
    <message>
        <source>That moment is no longer in the history; this is the oldest one kept.</source>
        <translation>原先显示的时刻已不在历史记录中；这是现存最早的时刻。</translation>
    </message>
    <message>
        <source>%1 ago</source>
        <comment>3 m</comment>
        <translation>%1前</translation>
    </message>
    <message>
        <source>after %1</source>
        <comment>an event</comment>
        <translation>%1 之后</translation>
    </message>
    <message numerus="yes">
        <source>%n events since</source>
        <translation>
            <numerusform>此后有 %n 个事件</numerusform>
        </translation>
    </message>
    <message>
        <source>13:58:02</source>
        <translation>13:58:02</translation>
    </message>
    <message>
        <source>“%1” cannot be read as a time in the past. Try 13:58, 13:58:02.123 or 5m ago.</source>
        <translation>无法将“%1”读作过去的时间。请试试 13:58、13:58:02.123 或 5 分钟前。</translation>
    </message>
    <message>
        <source>To the end</source>
        <translation>回到末尾</translation>
    </message>
    <message>
        <source>Show the end of the recording (Esc)</source>
        <translation>显示录制的末尾 (Esc)</translation>
    </message>
</context>
<context>
    <name>wk::PluginQuestions</name>
    <message>
        <source>“%1” is not on the PATH of your login shell either.</source>
        <translation>“%1”也不在您的登录 shell 的 PATH 中。</translation>
    </message>
    <message>
        <source>The program that signs you in, %1, has changed since you allowed it on %2.</source>
        <translation>用于登录的程序 %1 自您于 %2 允许以来已改变。</translation>
    </message>
</context>
<context>
    <name>wk::ProgramMenu</name>
    <message>
        <source>Clusters and test…</source>
        <translation>集群与测试…</translation>
    </message>
    <message>
        <source>Open a kubeconfig…</source>
        <translation>打开 kubeconfig…</translation>
    </message>
    <message>
        <source>Connect to etcd…</source>
        <translation>连接到 etcd…</translation>
    </message>
    <message>
        <source>Connect again</source>
        <translation>重新连接</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Open a folder of kubeconfigs…</source>
        <translation>打开 kubeconfig 文件夹…</translation>
    </message>
</context>
<context>
    <name>wk::RecordDialog</name>
    <message>
        <source>Save a range</source>
        <translation>保存一段时间</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>录制</translation>
    </message>
    <message>
        <source>What came from %1, with what stood before.</source>
        <translation>%1 的内容，以及此前已有的状态。</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>&amp;Kinds</source>
        <translation>类型(&amp;K)</translation>
    </message>
    <message>
        <source>Only what is shown: %1</source>
        <translation>仅录制所显示的：%1</translation>
    </message>
    <message>
        <source>&amp;Replace what looks like a secret</source>
        <translation>替换看似机密的内容(&amp;R)</translation>
    </message>
    <message>
        <source>Values of environment variables, keys, tokens, passwords in addresses. Names and labels stay as they are.</source>
        <translation>环境变量的值、密钥、令牌、地址中的密码。名称和标签保持原样。</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Recordings (*.wklog)</source>
        <translation>录制文件 (*.wklog)</translation>
    </message>
    <message>
        <source>Name a file.</source>
        <translation>请指定文件。</translation>
    </message>
    <message>
        <source>There is no folder %1.</source>
        <translation>没有文件夹 %1。</translation>
    </message>
    <message>
        <source>There is a file of that name already. Choose another name.</source>
        <translation>已有同名文件，请换一个名称。</translation>
    </message>
    <message>
        <source>Choose at least one kind.</source>
        <translation>请至少选择一种类型。</translation>
    </message>
</context>
<context>
    <name>wk::RecordingBar</name>
    <message>
        <source>Recording %1</source>
        <comment>a file</comment>
        <translation>录制文件 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n events</source>
        <translation>
            <numerusform>%n 个事件</numerusform>
        </translation>
    </message>
    <message>
        <source>still being written</source>
        <translation>仍在写入</translation>
    </message>
    <message>
        <source>what looks like a secret is replaced</source>
        <translation>看似机密的内容已被替换</translation>
    </message>
    <message>
        <source>secrets are in it as they were</source>
        <translation>机密内容保持原样</translation>
    </message>
    <message>
        <source>only what answers “%1”</source>
        <translation>仅含符合“%1”的内容</translation>
    </message>
    <message>
        <source>Stop here</source>
        <translation>停在此处</translation>
    </message>
    <message>
        <source>Replay</source>
        <translation>回放</translation>
    </message>
    <message>
        <source>Shows what was then until it is replayed further</source>
        <translation>停留在当时的状态，直到继续回放</translation>
    </message>
    <message>
        <source>Lets it happen again, from the beginning or from the moment shown</source>
        <translation>从头或从所显示的时刻起重新播放</translation>
    </message>
    <message>
        <source>Speed of the replay</source>
        <translation>回放速度</translation>
    </message>
    <message>
        <source>How many times as fast as it was</source>
        <translation>为原速的多少倍</translation>
    </message>
    <message>
        <source>Recording</source>
        <translation>录制</translation>
    </message>
    <message>
        <source>nobody vouches for what it says</source>
        <translation>内容未经任何人证实</translation>
    </message>
    <message>
        <source>Lines of kubectl %1</source>
        <comment>a file</comment>
        <translation>kubectl 的输出行 %1</translation>
    </message>
    <message>
        <source>its lines do not say when they came: times are the newest that objects tell of by then</source>
        <translation>各行没有到达时间：时间取到那时为止对象自己所说的最新时间</translation>
    </message>
</context>
<context>
    <name>wk::RecordingStage</name>
    <message>
        <source>The recording is being read</source>
        <translation>正在读取录制</translation>
    </message>
    <message>
        <source>A million events take some two seconds.</source>
        <translation>一百万个事件约需两秒。</translation>
    </message>
    <message>
        <source>The recording cannot be read</source>
        <translation>无法读取录制</translation>
    </message>
    <message>
        <source>There is nothing in this recording</source>
        <translation>此录制中没有内容</translation>
    </message>
    <message>
        <source>No watch told anything while it was written.</source>
        <translation>写入期间没有任何监视传来内容。</translation>
    </message>
</context>
<context>
    <name>wk::RecordingWays</name>
    <message>
        <source>Open a recording…</source>
        <translation>打开录制文件…</translation>
    </message>
    <message>
        <source>Recent recordings</source>
        <translation>最近的录制文件</translation>
    </message>
    <message>
        <source>Open a recording</source>
        <translation>打开录制文件</translation>
    </message>
    <message>
        <source>Recordings (*.wklog *.wklog.part)</source>
        <translation>录制文件 (*.wklog *.wklog.part)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>%1 cannot be opened as a recording.</source>
        <translation>无法将 %1 作为录制文件打开。</translation>
    </message>
    <message>
        <source>Lines of kubectl (*.json *.jsonl)</source>
        <translation>kubectl 的输出行 (*.json *.jsonl)</translation>
    </message>
</context>
<context>
    <name>wk::RevisionNarrowing</name>
    <message>
        <source>Narrow the revisions</source>
        <translation>缩小修订范围</translation>
    </message>
    <message>
        <source>Narrow the revisions: to what changes the spec, or to one writer</source>
        <translation>缩小修订范围：只看改动 spec 的，或只看某个写入者的</translation>
    </message>
    <message>
        <source>Spec only</source>
        <translation>仅 spec</translation>
    </message>
    <message>
        <source>Written by</source>
        <translation>写入者</translation>
    </message>
    <message>
        <source>Anybody</source>
        <translation>任何人</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>a writer and how many revisions are theirs</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Spec only, by %1</source>
        <translation>仅 spec，写入者 %1</translation>
    </message>
    <message>
        <source>By %1</source>
        <comment>written by</comment>
        <translation>写入者 %1</translation>
    </message>
    <message>
        <source>%1: %2 of %3</source>
        <comment>Spec only: 3 of 12</comment>
        <translation>%1：%3 个中的 %2 个</translation>
    </message>
    <message>
        <source>Show all revisions again. %1</source>
        <translation>重新显示所有修订。%1</translation>
    </message>
    <message>
        <source>Show all revisions again</source>
        <translation>重新显示所有修订</translation>
    </message>
</context>
<context>
    <name>wk::RevisionsModel</name>
    <message>
        <source>only field ownership</source>
        <translation>仅字段归属变动</translation>
    </message>
    <message>
        <source>the oldest kept</source>
        <translation>保留的最早修订</translation>
    </message>
    <message>
        <source>Revision %1, %2: %3</source>
        <comment>number, time, what changed</comment>
        <translation>修订 %1，%2：%3</translation>
    </message>
    <message>
        <source>Revision %1, %2, %3: %4</source>
        <comment>number, time, managers, what changed</comment>
        <translation>修订 %1，%2，%3：%4</translation>
    </message>
    <message>
        <source>rv %1</source>
        <translation>rv %1</translation>
    </message>
    <message>
        <source>Click to compare it with the one before, Ctrl+click to compare it with the selected one.</source>
        <translation>单击与前一修订比较，按住 Ctrl 单击与选中的修订比较。</translation>
    </message>
</context>
<context>
    <name>wk::RvCard</name>
    <message>
        <source>resourceVersion</source>
        <translation>resourceVersion</translation>
    </message>
    <message>
        <source>resourceVersion of %1</source>
        <comment>a cluster</comment>
        <translation>%1 的 resourceVersion</translation>
    </message>
    <message>
        <source>per watch</source>
        <translation>按监视</translation>
    </message>
    <message>
        <source>Watches and how far they are behind the newest version</source>
        <translation>各监视及其落后于最新版本的程度</translation>
    </message>
</context>
<context>
    <name>wk::RvLegendModel</name>
    <message>
        <source>off scale</source>
        <translation>超出刻度</translation>
    </message>
    <message>
        <source>Its versions are counted separately, so it cannot share the others&apos; scale. It is at %1.</source>
        <translation>其版本与其他资源分开计数，无法共用刻度。当前为 %1。</translation>
    </message>
    <message>
        <source>not a number</source>
        <translation>非数字</translation>
    </message>
    <message>
        <source>Its server&apos;s versions are not numbers (%1), so there is no line to draw.</source>
        <translation>服务器给出的版本不是数字（%1），因此无法绘制曲线。</translation>
    </message>
    <message>
        <source>It has not listed yet.</source>
        <translation>尚未列出。</translation>
    </message>
    <message>
        <source>newest known</source>
        <translation>已知最新</translation>
    </message>
    <message>
        <source>%1, %2 behind the newest version</source>
        <translation>%1，落后最新版本 %2</translation>
    </message>
    <message>
        <source>ended</source>
        <translation>已结束</translation>
    </message>
    <message>
        <source>This watch was closed; its line disappears once it is 15 minutes old.</source>
        <translation>该监视已关闭；其曲线满一刻钟后消失。</translation>
    </message>
    <message>
        <source>behind by</source>
        <comment>heading of the times by which watches are behind the newest version</comment>
        <translation>版本落后</translation>
    </message>
    <message>
        <source>How long ago the cluster passed the newest version that the watch has reported. A quiet watch falls behind without missing anything: its next bookmark catches it up.</source>
        <translation>集群在多久以前越过了该监视所知的版本。静默的监视会落后，但不缺失任何内容：下一个书签会使其跟上。</translation>
    </message>
    <message>
        <source>It had not listed by then, or the chart goes no further back.</source>
        <translation>当时它还没有列出过，或图表没有更早的内容。</translation>
    </message>
    <message>
        <source>Known up to version %1, from an event, a bookmark or a list.</source>
        <translation>已知最新到版本 %1，由事件、书签或列出得知。</translation>
    </message>
</context>
<context>
    <name>wk::RvPlot</name>
    <message>
        <source>resourceVersion against time, a line per watch</source>
        <translation>resourceVersion 随时间的变化，每个监视一条线</translation>
    </message>
    <message>
        <source>last: %1, %2</source>
        <translation>最近：%1，%2</translation>
    </message>
    <message>
        <source>%1 versions not seen</source>
        <translation>%1 个版本未观察到</translation>
    </message>
    <message>
        <source>relist, %1</source>
        <translation>重新列出，%1</translation>
    </message>
    <message>
        <source>Click to show it in the stream.</source>
        <translation>单击可在事件流中查看。</translation>
    </message>
</context>
<context>
    <name>wk::SelectionSteps</name>
    <message>
        <source>Back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Back to the previous selection</source>
        <translation>返回此前选中的对象</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前进</translation>
    </message>
    <message>
        <source>Forward to the next selection</source>
        <translation>前进到此后选中的对象</translation>
    </message>
</context>
<context>
    <name>wk::ShortcutsDialog</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>过滤</translation>
    </message>
    <message>
        <source>Find in the view</source>
        <translation>在视图中查找</translation>
    </message>
    <message>
        <source>Next view</source>
        <translation>下一个视图</translation>
    </message>
    <message>
        <source>Previous view</source>
        <translation>上一个视图</translation>
    </message>
    <message>
        <source>First view; Alt+2 the second, and so on</source>
        <translation>第一个视图；Alt+2 为第二个，依此类推</translation>
    </message>
    <message>
        <source>Copy the selected rows</source>
        <translation>复制选中的行</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>菜单</translation>
    </message>
    <message>
        <source>In the filter: suggest what can follow</source>
        <translation>在过滤框中：可继续输入的内容</translation>
    </message>
    <message>
        <source>Show navigator</source>
        <translation>显示或隐藏导航</translation>
    </message>
    <message>
        <source>Show inspector</source>
        <translation>显示或隐藏检查器</translation>
    </message>
    <message>
        <source>Show time strip</source>
        <translation>显示或隐藏时间条</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Pause or resume the view; from the past, back to live</source>
        <translation>暂停显示或继续；在过去时回到实时</translation>
    </message>
    <message>
        <source>The cluster as of the previous event that matches the filter</source>
        <translation>集群在前一个（符合过滤条件的）事件时的状态</translation>
    </message>
    <message>
        <source>… the next event</source>
        <translation>……后一个事件</translation>
    </message>
    <message>
        <source>The cluster as of a time that you enter</source>
        <translation>集群在所输入时刻的状态</translation>
    </message>
    <message>
        <source>Clear the time range, then go back to live, then clear the filter</source>
        <translation>取消时间范围，再回到实时，再取消过滤</translation>
    </message>
    <message>
        <source>In Changes: previous revision</source>
        <translation>在“变更”中：前一个修订</translation>
    </message>
    <message>
        <source>… next revision</source>
        <translation>……后一个修订</translation>
    </message>
    <message>
        <source>Context menu of the selection, like the Menu key</source>
        <translation>所选内容的菜单，与菜单键相同</translation>
    </message>
    <message>
        <source>This list, also ?</source>
        <translation>本列表，同 ?</translation>
    </message>
</context>
<context>
    <name>wk::SidesView</name>
    <message>
        <source>The older revision</source>
        <translation>较早的修订</translation>
    </message>
    <message>
        <source>The newer revision</source>
        <translation>较新的修订</translation>
    </message>
</context>
<context>
    <name>wk::SignInPanel</name>
    <message>
        <source>Sign-in</source>
        <translation>登录</translation>
    </message>
    <message>
        <source>What the plugin says</source>
        <translation>插件的输出</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Cancel the sign-in</source>
        <translation>取消登录</translation>
    </message>
    <message>
        <source>“%1” is signing you in to “%2” and has said nothing yet.</source>
        <comment>a program, a cluster</comment>
        <translation>“%1”正在为您登录“%2”，还没有任何输出。</translation>
    </message>
    <message>
        <source>“%1” is signing you in to “%2”, and says:</source>
        <comment>a program, a cluster</comment>
        <translation>“%1”正在为您登录“%2”，并提示：</translation>
    </message>
    <message>
        <source>Open %1</source>
        <comment>a host</comment>
        <translation>打开 %1</translation>
    </message>
</context>
<context>
    <name>wk::StateBadge</name>
    <message>
        <source>State of the watch: %1</source>
        <translation>监视的状态：%1</translation>
    </message>
</context>
<context>
    <name>wk::StatePlate</name>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Retry now</source>
        <translation>立即重试</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Open the Stream</source>
        <translation>打开事件流</translation>
    </message>
    <message>
        <source>Open %1</source>
        <comment>a kind&apos;s plural</comment>
        <translation>打开 %1</translation>
    </message>
    <message>
        <source>Namespaces, with commas between</source>
        <translation>命名空间，以逗号分隔</translation>
    </message>
    <message>
        <source>Namespaces that you may look at</source>
        <translation>您可以查看的命名空间</translation>
    </message>
</context>
<context>
    <name>wk::StatusLine</name>
    <message>
        <source>Connection</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Watches</source>
        <translation>监视</translation>
    </message>
    <message>
        <source>Watches that wait</source>
        <translation>等待中的监视</translation>
    </message>
    <message>
        <source>Watches that are polled</source>
        <translation>轮询的监视</translation>
    </message>
    <message>
        <source>Watches that list</source>
        <translation>正在列出的监视</translation>
    </message>
    <message>
        <source>Watches that are denied</source>
        <translation>无权限的监视</translation>
    </message>
    <message>
        <source>Watches in trouble</source>
        <translation>异常的监视</translation>
    </message>
    <message>
        <source>Newest resource version</source>
        <translation>最新 resourceVersion</translation>
    </message>
    <message>
        <source>Events per second</source>
        <translation>每秒事件数</translation>
    </message>
    <message>
        <source>How late events are shown</source>
        <translation>事件显示的延迟</translation>
    </message>
    <message>
        <source>Shown and selected</source>
        <translation>显示与选中</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message numerus="yes">
        <source>%n watches live</source>
        <translation>
            <numerusform>%n 个监视实时</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n live</source>
        <translation>
            <numerusform>%n 个实时</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n waiting</source>
        <translation>
            <numerusform>%n 个等待中</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n polled</source>
        <translation>
            <numerusform>%n 个轮询</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n listing</source>
        <translation>
            <numerusform>%n 个正在列出</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n denied</source>
        <translation>
            <numerusform>%n 个无权限</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n in trouble</source>
        <translation>
            <numerusform>%n 个异常</numerusform>
        </translation>
    </message>
    <message>
        <source>rv %1</source>
        <translation>rv %1</translation>
    </message>
    <message>
        <source>behind %1</source>
        <translation>落后 %1</translation>
    </message>
    <message>
        <source>The watch in the worst state</source>
        <translation>状况最差的监视</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>pods: Waiting 12 s (refused)</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Notes on the server</source>
        <translation>服务器说明</translation>
    </message>
    <message>
        <source>stale for %1</source>
        <translation>已 %1 未更新</translation>
    </message>
    <message>
        <source>How late events are shown: from the newest event&apos;s arrival in this program until it is shown.</source>
        <translation>事件显示的延迟：从最新事件到达本程序到显示出来的时间。</translation>
    </message>
    <message>
        <source>Memory of Watchkeeper</source>
        <translation>Watchkeeper 占用的内存</translation>
    </message>
    <message>
        <source>The objects of the watches take %1.</source>
        <translation>其中各监视的对象占 %1。</translation>
    </message>
    <message>
        <source>memory %1</source>
        <translation>内存 %1</translation>
    </message>
    <message>
        <source>Memory of Watchkeeper: %1.</source>
        <translation>Watchkeeper 占用的内存：%1。</translation>
    </message>
    <message>
        <source>rv %1 now</source>
        <translation>当前 rv %1</translation>
    </message>
    <message>
        <source>Recording</source>
        <translation>录制</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
</context>
<context>
    <name>wk::StreamLayout</name>
    <message>
        <source>Reset columns</source>
        <translation>恢复默认列</translation>
    </message>
    <message>
        <source>%1 (no room)</source>
        <comment>a column</comment>
        <translation>%1（空间不足）</translation>
    </message>
</context>
<context>
    <name>wk::StreamModel</name>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>TIME</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>TYPE</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>KIND</source>
        <translation>资源类型</translation>
    </message>
    <message>
        <source>NAMESPACE</source>
        <translation>命名空间</translation>
    </message>
    <message>
        <source>NAME</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>VERSION</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>WHAT CHANGED</source>
        <translation>变更内容</translation>
    </message>
    <message>
        <source>WHO</source>
        <translation>写入者</translation>
    </message>
    <message>
        <source>SIZE</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>CLASS</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>CLUSTER</source>
        <translation>集群</translation>
    </message>
</context>
<context>
    <name>wk::StreamNotice</name>
    <message>
        <source>%1. %2</source>
        <comment>8 of 11 live. The server does not answer.</comment>
        <translation>%1。%2</translation>
    </message>
</context>
<context>
    <name>wk::StreamTable</name>
    <message>
        <source>These are the first %2 of %1 selected lines. “Export shown” saves them all to a file.</source>
        <translation>选中了 %1 行，此处为前 %2 行。“导出显示内容”可将全部写入文件。</translation>
    </message>
</context>
<context>
    <name>wk::StreamView</name>
    <message>
        <source>Stream</source>
        <translation>事件流</translation>
    </message>
    <message>
        <source>%1 events</source>
        <translation>%1 个事件</translation>
    </message>
    <message>
        <source>%1 of %2 events</source>
        <translation>%1 / %2 个事件</translation>
    </message>
    <message>
        <source>looking through %1 events: %2 %</source>
        <translation>正在查看 %1 个事件：%2%</translation>
    </message>
    <message>
        <source>Looking through %1 events.</source>
        <translation>正在查找 %1 个事件。</translation>
    </message>
    <message>
        <source>Nothing has arrived yet. What the watches report will appear here.</source>
        <translation>尚未收到任何内容。监视到的事件将显示在此。</translation>
    </message>
    <message>
        <source>Only this object</source>
        <translation>仅此对象</translation>
    </message>
    <message>
        <source>Copy as filter</source>
        <translation>复制为过滤条件</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Facets</source>
        <translation>分面</translation>
    </message>
    <message>
        <source>Show the facets</source>
        <translation>显示分面</translation>
    </message>
    <message>
        <source>Show the facets at the left</source>
        <translation>在左侧显示分面</translation>
    </message>
    <message>
        <source>Following the newest</source>
        <translation>正在跟随最新</translation>
    </message>
    <message>
        <source>Export shown</source>
        <translation>导出显示内容</translation>
    </message>
    <message>
        <source>Save what is shown to a file</source>
        <translation>将显示的内容写入文件</translation>
    </message>
    <message>
        <source>None of %1 events is shown: %2.</source>
        <translation>%1 个事件均未显示：%2。</translation>
    </message>
    <message>
        <source>only events that arrived between %1 and %2 are shown (Esc shows all time)</source>
        <translation>只查看 %1 至 %2 之间到达的事件（Esc 显示全部时间）</translation>
    </message>
    <message>
        <source>; </source>
        <comment>between reasons</comment>
        <translation>；</translation>
    </message>
    <message>
        <source>Copy as YAML</source>
        <translation>复制为 YAML</translation>
    </message>
    <message>
        <source>Copy the cell</source>
        <translation>复制单元格</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>复制为文本</translation>
    </message>
    <message>
        <source>the filter excludes them (Esc clears it)</source>
        <translation>过滤条件要求的是其他事件（按 Esc 清除）</translation>
    </message>
    <message>
        <source>only the namespaces %1 are selected (choose others at the top)</source>
        <translation>只查看命名空间 %1（其他的在顶部列表中选择）</translation>
    </message>
    <message>
        <source>Show the cluster as of this event</source>
        <translation>显示集群在此事件时的状态</translation>
    </message>
    <message>
        <source>Follow the newest</source>
        <translation>跟随最新</translation>
    </message>
    <message>
        <source>%1 of %2 events by then</source>
        <translation>截至当时 %2 个事件中的 %1 个</translation>
    </message>
    <message>
        <source>%1 new</source>
        <comment>events below</comment>
        <translation>%1 个新事件</translation>
    </message>
    <message>
        <source>%1 events by then</source>
        <translation>截至当时 %1 个事件</translation>
    </message>
    <message>
        <source>Stay at the newest event (End); scrolling up or selecting an event stops that</source>
        <translation>停留在最新事件 (End)；向上滚动或选中事件则解除</translation>
    </message>
    <message>
        <source>not watched before %1</source>
        <translation>%1 之前未监视</translation>
    </message>
    <message>
        <source>events are kept from %1 on</source>
        <translation>事件保留自 %1</translation>
    </message>
    <message>
        <source>none of %1 events by then: these came later</source>
        <translation>截至当时共 %1 个事件，均不在其中：所示为之后发生的</translation>
    </message>
</context>
<context>
    <name>wk::TableExport</name>
    <message>
        <source>CHANGED BY</source>
        <translation>变更者</translation>
    </message>
</context>
<context>
    <name>wk::TableView</name>
    <message>
        <source>Objects</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>Only this object</source>
        <translation>仅此对象</translation>
    </message>
    <message>
        <source>Copy the cell</source>
        <translation>复制单元格</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>复制为文本</translation>
    </message>
    <message>
        <source>Copy as CSV</source>
        <translation>复制为 CSV</translation>
    </message>
    <message>
        <source>Copy as kubectl command</source>
        <translation>复制为 kubectl 命令</translation>
    </message>
    <message>
        <source>Export shown</source>
        <translation>导出显示内容</translation>
    </message>
    <message>
        <source>Save the table as shown to a CSV file</source>
        <translation>将表格按当前显示写入 CSV 文件</translation>
    </message>
    <message>
        <source>Copy as YAML</source>
        <translation>复制为 YAML</translation>
    </message>
    <message>
        <source>Verify against the server</source>
        <translation>与服务器核对</translation>
    </message>
</context>
<context>
    <name>wk::TimeStrip</name>
    <message>
        <source>Time strip</source>
        <translation>时间条</translation>
    </message>
    <message>
        <source>Events per %1 s</source>
        <translation>每 %1 秒事件数</translation>
    </message>
    <message>
        <source>Events per minute</source>
        <translation>每分钟事件数</translation>
    </message>
    <message>
        <source>added</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>modified</source>
        <translation>修改</translation>
    </message>
    <message>
        <source>deleted</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>%1: %2 added, %3 modified, %4 deleted</source>
        <translation>%1：新增 %2，修改 %3，删除 %4</translation>
    </message>
    <message>
        <source>now %1</source>
        <translation>现在 %1</translation>
    </message>
    <message>
        <source>Playhead %1</source>
        <translation>播放头 %1</translation>
    </message>
    <message>
        <source>Press to see the cluster as of then</source>
        <translation>按下即显示集群在该时刻的状态</translation>
    </message>
    <message>
        <source>%1: nothing was counted before %2</source>
        <translation>%1：%2 之前没有计数</translation>
    </message>
    <message>
        <source>Nothing is watched yet.</source>
        <translation>尚未监视任何内容。</translation>
    </message>
    <message>
        <source>not watched before %1</source>
        <translation>%1 之前未监视</translation>
    </message>
    <message>
        <source>counted from %1 on</source>
        <translation>自 %1 起计数</translation>
    </message>
    <message>
        <source>Paused %1</source>
        <translation>已暂停于 %1</translation>
    </message>
    <message>
        <source>Events per bin by type. Drag to choose a time range, click a bar to choose its time, turn the wheel to zoom at the pointer, double-click to give up both. Drag the diamond, or press on the ruler, to see the cluster as of then. From the keyboard: arrows and page keys move the diamond, Home and End lead to the beginning and to the present, + and - zoom.</source>
        <translation>按类型统计的每格事件数。拖动可选择时间范围，点击柱条可选择其时间，滚轮在指针处缩放，双击可一并取消。拖动菱形或在标尺上按下，可查看集群在该时刻的状态。用键盘：方向键和翻页键移动菱形，Home 和 End 分别回到开头和当前，+ 和 - 缩放。</translation>
    </message>
    <message>
        <source>Only events of %1</source>
        <comment>Only events of 14:02:05 - 14:02:10</comment>
        <translation>仅 %1 的事件</translation>
    </message>
    <message>
        <source>Show the cluster as of %1</source>
        <translation>显示集群在 %1 的状态</translation>
    </message>
    <message>
        <source>Show all time again</source>
        <translation>重新显示全部时间</translation>
    </message>
    <message>
        <source>Objects were also listed; they are not counted.</source>
        <translation>另有列出的对象，未计入。</translation>
    </message>
    <message>
        <source>Changes may be missing: %1.</source>
        <translation>可能缺少变更：%1。</translation>
    </message>
    <message>
        <source>Save this range…</source>
        <translation>保存这段时间…</translation>
    </message>
</context>
<context>
    <name>wk::TimelineCanvas</name>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message numerus="yes">
        <source>%n lanes</source>
        <translation>
            <numerusform>%n 条泳道</numerusform>
        </translation>
    </message>
    <message>
        <source>Owner tree</source>
        <translation>属主树</translation>
    </message>
    <message>
        <source>not watched before %1</source>
        <translation>%1 之前未监视</translation>
    </message>
    <message>
        <source>marks are kept from %1 on</source>
        <translation>标记保留自 %1</translation>
    </message>
    <message>
        <source>Not watched: known only as the owner of what is below it</source>
        <translation>未监视：仅因是下方对象的属主而得知</translation>
    </message>
    <message numerus="yes">
        <source>Density of the events of %n lanes</source>
        <translation>
            <numerusform>%n 条泳道的事件密度</numerusform>
        </translation>
    </message>
    <message>
        <source>Drag to choose a range of time</source>
        <translation>拖动以选取一段时间</translation>
    </message>
</context>
<context>
    <name>wk::TimelineLegend</name>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Normal</source>
        <translation>普通</translation>
    </message>
    <message>
        <source>Legend: %1</source>
        <translation>图例：%1</translation>
    </message>
    <message>
        <source>inferred</source>
        <translation>推断</translation>
    </message>
    <message>
        <source>added</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>modified</source>
        <translation>修改</translation>
    </message>
    <message>
        <source>deleted</source>
        <translation>删除</translation>
    </message>
</context>
<context>
    <name>wk::TimelineView</name>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Only this object</source>
        <translation>仅此对象</translation>
    </message>
    <message numerus="yes">
        <source> · only the first %n lanes: narrow the filter</source>
        <translation>
            <numerusform> · 仅前 %n 条泳道：请缩小过滤范围</numerusform>
        </translation>
    </message>
    <message>
        <source>The filter hides all lanes</source>
        <translation>过滤隐藏了所有泳道</translation>
    </message>
    <message>
        <source>They get their lanes as soon as they are created.</source>
        <translation>一旦创建即会出现泳道。</translation>
    </message>
    <message>
        <source>Show the cluster as of %1</source>
        <translation>显示集群在 %1 的状态</translation>
    </message>
    <message>
        <source>Only what it owns</source>
        <translation>只看它拥有的</translation>
    </message>
    <message numerus="yes">
        <source>%n events on these lanes</source>
        <translation>
            <numerusform>这些泳道上有 %n 个事件</numerusform>
        </translation>
    </message>
    <message>
        <source>“%1” is about events, but lanes are objects, so none can match. Events are in the Stream.</source>
        <translation>“%1”是事件的属性，而泳道是对象，因此没有对象能符合。事件请到“事件流”查看。</translation>
    </message>
    <message numerus="yes">
        <source>%n events on these lanes by then</source>
        <translation>
            <numerusform>这些泳道上到那时为止有 %n 个事件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n objects do not match it. Esc clears it.</source>
        <translation>
            <numerusform>%n 个对象不符合过滤条件。按 Esc 清除过滤。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n objects do not match it.</source>
        <translation>
            <numerusform>%n 个对象不符合过滤条件。</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing is watched yet</source>
        <translation>尚未监视任何内容</translation>
    </message>
    <message>
        <source>There are no objects</source>
        <translation>没有对象</translation>
    </message>
</context>
<context>
    <name>wk::ToolRow</name>
    <message>
        <source>Cluster</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>Namespaces</source>
        <translation>命名空间</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Menu (F10)</source>
        <translation>菜单 (F10)</translation>
    </message>
    <message>
        <source>all namespaces</source>
        <translation>所有命名空间</translation>
    </message>
    <message numerus="yes">
        <source>%n namespaces</source>
        <translation>
            <numerusform>%n 个命名空间</numerusform>
        </translation>
    </message>
    <message>
        <source>ns %1</source>
        <comment>ns: namespace</comment>
        <translation>命名空间 %1</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Resume (%1)</source>
        <comment>number of events that wait</comment>
        <translation>继续 (%1)</translation>
    </message>
    <message>
        <source>Show what has arrived since (Space). Nothing is lost meanwhile.</source>
        <translation>显示期间积累的内容（空格）。其间没有任何丢失。</translation>
    </message>
    <message>
        <source>Freeze the view (Space). Collecting continues.</source>
        <translation>冻结当前显示（空格）。采集继续进行。</translation>
    </message>
    <message>
        <source>no cluster</source>
        <translation>无集群</translation>
    </message>
    <message>
        <source>Back to live</source>
        <translation>回到实时</translation>
    </message>
    <message>
        <source>The window shows the past. Back to live (Space)</source>
        <translation>窗口显示的是过去。回到实时（空格）</translation>
    </message>
    <message>
        <source>Clusters</source>
        <translation>集群</translation>
    </message>
    <message numerus="yes">
        <source>%n clusters</source>
        <translation>
            <numerusform>%n 个集群</numerusform>
        </translation>
    </message>
    <message>
        <source>Stop recording</source>
        <translation>停止录制</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>录制</translation>
    </message>
    <message>
        <source>End the recording (Ctrl+R)</source>
        <translation>结束录制 (Ctrl+R)</translation>
    </message>
    <message>
        <source>Write what comes to a file that can be opened again, here or elsewhere (Ctrl+R)</source>
        <translation>将此后的事件写入文件，可在此处或别处重新打开 (Ctrl+R)</translation>
    </message>
</context>
<context>
    <name>wk::VerifyDialog</name>
    <message>
        <source>The watch was closed.</source>
        <translation>监视已关闭。</translation>
    </message>
    <message>
        <source>%1 objects listed; waiting for the watch to catch up with the list.</source>
        <translation>已列出 %1 个对象；正等待监视追上列表。</translation>
    </message>
    <message>
        <source>Comparing: %1 of about %2 objects.</source>
        <translation>比较中：约 %2 个对象中的 %1 个。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>pods: 412 objects equal</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Verify</source>
        <translation>核对</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>What differs</source>
        <translation>差异</translation>
    </message>
</context>
<context>
    <name>wk::WatchCommand</name>
    <message>
        <source>It may be in %1, whose kinds could not be asked for. %2</source>
        <translation>它可能属于 %1，而该组的资源类型未能查询到。%2</translation>
    </message>
    <message>
        <source>It was not recorded. The recording has %1.</source>
        <translation>它未被录制。录制文件中有 %1。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
</context>
<context>
    <name>wk::WatchesDelegate</name>
    <message>
        <source>Retry now</source>
        <translation>立即重试</translation>
    </message>
    <message>
        <source>Look now</source>
        <translation>立即查看</translation>
    </message>
    <message>
        <source>Copy rule</source>
        <translation>复制 RBAC 规则</translation>
    </message>
</context>
<context>
    <name>wk::WatchesModel</name>
    <message numerus="yes">
        <source>%n events in the last 15 minutes</source>
        <translation>
            <numerusform>最近 15 分钟 %n 个事件</numerusform>
        </translation>
    </message>
    <message>
        <source>Need attention</source>
        <translation>需要关注</translation>
    </message>
    <message>
        <source>STATE</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>RESOURCE</source>
        <translation>资源</translation>
    </message>
    <message>
        <source>SCOPE</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>VERSION</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>LAST EVENT</source>
        <translation>最近事件</translation>
    </message>
    <message>
        <source>BOOKMARKS</source>
        <translation>书签</translation>
    </message>
    <message>
        <source>RELISTS</source>
        <translation>重新列出</translation>
    </message>
    <message>
        <source>RECONNECTS</source>
        <translation>重连</translation>
    </message>
    <message>
        <source>WIRE</source>
        <translation>网络流量</translation>
    </message>
    <message>
        <source>OBJECTS</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>MEMORY</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>%1, the quietest last heard from %2 ago</source>
        <translation>%1，最安静的一个在 %2前有消息</translation>
    </message>
    <message>
        <source>EVENTS, 15 MIN</source>
        <translation>15 分钟内事件</translation>
    </message>
    <message numerus="yes">
        <source>%n events since %1, when this watch began</source>
        <translation>
            <numerusform>自 %1 此监视开始以来 %n 个事件</numerusform>
        </translation>
    </message>
    <message>
        <source>When the server last told anything: an event, a bookmark or a list.</source>
        <translation>服务器上次传来消息的时间：事件、书签或列表。</translation>
    </message>
    <message>
        <source>How often everything was listed again, because some changes may not have been seen. The first list does not count.</source>
        <translation>因部分变更可能未观察到而重新列出全部对象的次数，不含首次列表。</translation>
    </message>
    <message>
        <source>How often the stream was opened again after it had broken. Where it could not bring all that had happened meanwhile, a relist followed. Streams that the server closes normally do not count.</source>
        <translation>流中断后重新打开的次数。若未能带来期间发生的全部变更，随后会重新列出。服务器正常关闭的流不计入。</translation>
    </message>
    <message>
        <source>CLUSTER</source>
        <translation>集群</translation>
    </message>
</context>
<context>
    <name>wk::WatchesView</name>
    <message>
        <source>Watches</source>
        <translation>监视</translation>
    </message>
    <message>
        <source>Nothing is watched. Open a kind&apos;s table and its watch will be listed here.</source>
        <translation>未监视任何资源。打开某资源类型的表格，其监视即列于此。</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Need attention %1</source>
        <translation>需要关注 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n watches</source>
        <translation>
            <numerusform>%n 个监视</numerusform>
        </translation>
    </message>
    <message>
        <source>Show the table of this kind</source>
        <translation>显示该资源类型的表格</translation>
    </message>
    <message>
        <source>Verify against the server</source>
        <translation>与服务器核对</translation>
    </message>
    <message numerus="yes">
        <source>%n watches, as they are now</source>
        <translation>
            <numerusform>%n 个监视，均为当前状态</numerusform>
        </translation>
    </message>
    <message>
        <source>The watches as they are now, not at that time. What they reported by then (LIST, RELIST, RECONNECT, GAP) is in the Stream.</source>
        <translation>这里显示的是监视现在的情况，不是当时的。当时的报告（LIST、RELIST、RECONNECT、GAP）请到“事件流”查看。</translation>
    </message>
    <message>
        <source>No watch needs attention: all are live.</source>
        <translation>没有需要关注的监视：全部为实时。</translation>
    </message>
    <message>
        <source>No watch is live: all need attention.</source>
        <translation>没有实时的监视：全部需要关注。</translation>
    </message>
    <message>
        <source>Stop watching %1</source>
        <translation>停止监视 %1</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>Live 11</comment>
        <translation>%1 %2</translation>
    </message>
</context>
<context>
    <name>wk::WaysOut</name>
    <message>
        <source>Another context</source>
        <translation>其他上下文</translation>
    </message>
    <message>
        <source>Open a kubeconfig…</source>
        <translation>打开 kubeconfig…</translation>
    </message>
    <message>
        <source>Show the demo</source>
        <translation>查看演示集群</translation>
    </message>
    <message>
        <source>Connect to etcd…</source>
        <translation>连接到 etcd…</translation>
    </message>
    <message>
        <source>Test the connection…</source>
        <translation>测试连接…</translation>
    </message>
</context>
<context>
    <name>wk::WindowProgram</name>
    <message>
        <source>No kubeconfig was found, so this is the demo cluster inside Watchkeeper: nothing in it is real.</source>
        <translation>未找到 kubeconfig，因此显示的是 Watchkeeper 内置的演示集群：其中的一切都不是真实的。</translation>
    </message>
    <message>
        <source>This is the demo cluster inside Watchkeeper: nothing in it is real.</source>
        <translation>这是 Watchkeeper 内置的演示集群：其中的一切都不是真实的。</translation>
    </message>
    <message>
        <source>Making the demo cluster: %1 of %2 pods.</source>
        <translation>正在建立演示集群：%1 / %2 个 Pod。</translation>
    </message>
</context>
<context>
    <name>wk::WindowRecorder</name>
    <message>
        <source>Another recording is under way.</source>
        <translation>另一次录制正在进行。</translation>
    </message>
    <message numerus="yes">
        <source>%n events</source>
        <translation>
            <numerusform>%n 个事件</numerusform>
        </translation>
    </message>
    <message>
        <source>saving, %1</source>
        <translation>正在保存，%1</translation>
    </message>
    <message>
        <source>The recording could not be written to its end: %1 What there is of it lies in %2.part.</source>
        <translation>录制未能完整写入：%1 已有的部分在 %2.part 中。</translation>
    </message>
    <message>
        <source>Recorded %1 (%2) in %3. Values that looked like secrets were replaced: %4.</source>
        <translation>已录制 %1（%2）到 %3。替换了看似机密的值：%4 处。</translation>
    </message>
    <message>
        <source>Recorded %1 (%2) in %3.</source>
        <translation>已录制 %1（%2）到 %3。</translation>
    </message>
    <message>
        <source>A recording is being written to %1.</source>
        <translation>正在录制到 %1。</translation>
    </message>
    <message>
        <source>It ends when something else is opened. What was recorded until then stays in the file.</source>
        <translation>打开其他内容时录制即告结束。此前录下的内容会保留在文件中。</translation>
    </message>
    <message>
        <source>End the recording</source>
        <translation>结束录制</translation>
    </message>
    <message>
        <source>Open it</source>
        <translation>打开</translation>
    </message>
</context>
<context>
    <name>wk::YamlPage</name>
    <message>
        <source>YAML of the object</source>
        <translation>对象的 YAML</translation>
    </message>
    <message>
        <source>Managed fields</source>
        <translation>字段管理</translation>
    </message>
    <message>
        <source>Show who wrote which field</source>
        <translation>显示各字段的写入者</translation>
    </message>
    <message>
        <source>Find in the YAML</source>
        <translation>在 YAML 中查找</translation>
    </message>
    <message>
        <source>Find (Ctrl+F)</source>
        <translation>查找 (Ctrl+F)</translation>
    </message>
    <message>
        <source>Copy the YAML</source>
        <translation>复制 YAML</translation>
    </message>
    <message>
        <source>Blame</source>
        <translation>追溯</translation>
    </message>
    <message>
        <source>Show who wrote each line, and when. If the write was not seen: who owns it, and after ≤ the latest possible time</source>
        <translation>显示每一行由谁写入、何时写入。未看到写入时，显示所有者，≤ 之后是可能的最晚时间</translation>
    </message>
</context>
</TS>
